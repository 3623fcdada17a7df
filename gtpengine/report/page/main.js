// Stepping through the game, the facts of the position, and the user's input.

function go(step) {
  state.step = Math.min(LAST, Math.max(0, step));
  byId('slider').value = state.step;
  const [move, , captures, comment] = DATA.steps[state.step], facts = FACTS.get(state.step);
  const title = move ? `${state.step} ${move[0] > 0 ? 'B' : 'W'} ${vertex(move[1])}` : 'Start';
  byId('where').textContent = title;
  byId('slider').setAttribute('aria-valuetext', title);
  for (const button of document.querySelectorAll('[data-go]')) {
    const back = button.dataset.go === 'first' || button.dataset.go.startsWith('-');
    button.disabled = back ? state.step === 0 : state.step === LAST;
  }
  byId('comment-block').hidden = !comment;
  byId('comment').textContent = comment;
  updateBoard();
  updateFacts(facts, captures);
  updatePoint();
  updatePlaces(facts);
  updateWords(facts);
  charts.forEach(update => update());
  for (const mark of document.querySelectorAll('#worst tr')) {
    const button = mark.querySelector('[data-step]');
    mark.classList.toggle('here', button !== null && Number(button.dataset.step) === state.step);
  }
}

function updateFacts(facts, captures) {
  byId('moves-block').hidden = !facts || !facts.b.length;
  byId('bar').hidden = !facts || facts.w === null;
  const taken = `taken: Black ${captures[0]}, White ${captures[1]}`;
  if (!facts) {
    const other = nearest(state.step);
    byId('lead').textContent = 'Not evaluated';
    fill(byId('sub'), 'The nearest position that was: ',
      el('button', {type: 'button', class: 'link', 'data-step': other}, `after move ${other}`), `. Stones ${taken}.`);
    byId('lost').textContent = '';
    return;
  }
  byId('lead').textContent = lead(facts.s);
  byId('sub').textContent = `with komi ${DATA.komi}` +
    (facts.w === null ? '' : ` · Black wins ${chance(facts.w)}`) + ` · ${COLOR_NAMES[facts.t]} to move · ${taken}`;
  if (facts.w !== null) byId('bar').firstElementChild.style.width = `${100 * facts.w}%`;
  const lost = byId('lost'), next = DATA.steps[state.step + 1];
  lost.textContent = '';
  if (facts.l && next) {
    const [points, played, gain, uncertain] = facts.l;
    lost.classList.toggle('fine', points < .05);
    lost.textContent = `Next in the game: ${COLOR_NAMES[facts.t]} ${vertex(played)}` + (played === facts.b[0][0] ? ', what we prefer, too.' :
      points < .05 ? `, as good as ${vertex(facts.b[0][0])}, which we prefer.` :
      `, which loses ${points.toFixed(1)}${uncertain ? ', within the error of the search' : ''} (gains ${gain.toFixed(1)}). We prefer ${vertex(facts.b[0][0])}, which gains ${facts.b[0][1].toFixed(1)}.`);
  }
  const most = Math.max(.1, ...facts.b.map(([, gain]) => gain));
  fill(byId('best'), ...facts.b.map(([point, gain], index) => {
    const meter = el('i');
    meter.style.width = `${Math.max(0, 100 * gain / most)}%`;
    return el('li', {}, el('span', {class: 'rank'}, String(index + 1)), el('b', {}, vertex(point)),
      el('span', {class: 'meter', 'aria-hidden': 'true'}, meter), el('span', {class: 'gain'}, gain.toFixed(1)));
  }));
}

function updatePlaces(facts) {
  const box = byId('places');
  if (!facts || !facts.pl.length) {
    fill(box, el('p', {class: 'hint'}, facts ? 'None was counted.' : 'This position was not evaluated.'));
    return;
  }
  const head = (text, kind) => el('th', {scope: 'col', class: kind}, text);
  fill(box, el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Endgames of this position'}, el('table', {}, el('thead', {}, el('tr', {}, head('Place'), head('Miai', 'number'), head('Count', 'number'),
    head('Kind'), head('Black'), head('White'), head('How sure'))),
  el('tbody', {}, ...facts.pl.map((number, index) => {
    const place = placeOf(number), cell = (text, kind) => el('td', {class: kind}, text);
    const button = el('button', {type: 'button', class: 'link', 'data-at': place.points[0], title: vertices(place.points, 40)},
      `${letterOf(index)} ${vertices(place.points, 4)}`);
    return el('tr', {}, el('th', {scope: 'row'}, button), cell(place.miai, 'number'), cell(place.count, 'number'), cell(place.kind),
      cell(vertices(place.black.slice(0, 1)) || '–'), cell(vertices(place.white.slice(0, 1)) || '–'), cell(place.certainty, 'wide'));
  })))), ...facts.or.map(text => el('p', {class: 'hint'}, DATA.texts[text].trim())));
}

function updateWords(facts) {
  const board = BOARDS[state.step], [move] = DATA.steps[state.step];
  const count = color => board.reduce((sum, stone) => sum + (stone === color), 0);
  const words = [`${WIDTH} by ${HEIGHT} board after ${plural(state.step, 'move')}` + (move ? `, the last ${COLOR_NAMES[move[0]]} ${vertex(move[1])}` : '') +
    `. ${plural(count(1), 'black stone')}, ${plural(count(-1), 'white stone')}.`];
  if (facts) {
    words.push(`${COLOR_NAMES[facts.t]} to move. ${facts.s ? `${facts.s > 0 ? 'Black' : 'White'} leads by ${Math.abs(facts.s).toFixed(1)} with komi` : 'The score is even'}.`);
    if (facts.b.length) words.push(`Best: ${facts.b.slice(0, 3).map(([point]) => vertex(point)).join(', ')}.`);
    for (const verdict of ['critical', 'dead', 'seki']) {
      const chains = facts.ch.map(number => DATA.chains[number]).filter(chain => chain[3] === verdict);
      const shown = chains.slice(0, 12).map(([color, points]) => `${COLOR_NAMES[color]} ${vertex(points[0])}`).join(', ');
      if (chains.length) words.push(`${verdict[0].toUpperCase()}${verdict.slice(1)}: ${shown}${chains.length > 12 ? ' and more' : ''}.`);
    }
    if (facts.pl.length) words.push(`${plural(facts.pl.length, 'local endgame')}, the largest miai value ${placeOf(facts.pl[0]).miai}.`);
  } else {
    words.push('This position was not evaluated.');
  }
  byId('position-text').textContent = words.join(' ');
  const rows = ['   ' + [...DATA.columns].join(' ')];
  for (let y = 0; y < HEIGHT; y++) {
    rows.push(String(HEIGHT - y).padStart(2) + ' ' + [...board.slice(y * WIDTH, (y + 1) * WIDTH)].map(stone => 'O.X'[stone + 1]).join(' '));
  }
  byId('diagram').textContent = rows.join('\n');
}

function updateLegend() {
  const on = name => byId(`show-${name}`).checked, words = [];
  if (on('control')) words.push('squares: whose a point is, large where it is sure');
  if (on('status')) words.push('× dead, ▲ critical, ■ seki, – unknown');
  if (on('places')) words.push('coloured ground: endgames, red where a move is worth most');
  if (on('best')) words.push('1 2 3 what we prefer, dashed the next move of the game');
  const text = words.join('; ');
  byId('legend').textContent = text ? `${text[0].toUpperCase()}${text.slice(1)}.` : '';
}

// -- input ------------------------------------------------------------------------------------------------------

function selectPoint(point, spoken = false) {
  state.point = point;
  updatePoint();
  updateMarks();
  if (spoken && point >= 0) byId('spoken').textContent = pointText(FACTS.get(state.step), point);
}

function announce() {
  byId('spoken').textContent = `${byId('where').textContent}. ${byId('lead').textContent}`;
}

const KEYS = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity};
const DIRECTIONS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

function boardKey(event) {
  const direction = DIRECTIONS[event.key];
  if (direction) {
    const from = state.point >= 0 ? state.point : Math.floor(HEIGHT / 2) * WIDTH + Math.floor(WIDTH / 2);
    const x = Math.min(WIDTH - 1, Math.max(0, column(from) + direction[0])), y = Math.min(HEIGHT - 1, Math.max(0, row(from) + direction[1]));
    state.pinned = true;
    selectPoint(state.point >= 0 ? y * WIDTH + x : from, true);
  } else if (event.key === 'Escape') {
    state.pinned = false;
    selectPoint(-1);
  } else if (event.key === ',' || event.key === '.') {
    go(state.step + (event.key === '.' ? 1 : -1));
    announce();
  } else {
    return false;
  }
  return true;
}

function listen() {
  const board = byId('board');
  const pointOf = event => event.target.dataset && event.target.dataset.point !== undefined ? Number(event.target.dataset.point) : -1;
  board.addEventListener('pointermove', event => {
    const point = pointOf(event);
    if (event.pointerType === 'mouse' && !state.pinned && point !== state.point) selectPoint(point);
  });
  board.addEventListener('pointerleave', () => { if (!state.pinned) selectPoint(-1); });
  board.addEventListener('click', event => {
    const point = pointOf(event);
    state.pinned = !(state.pinned && point === state.point) && point >= 0;
    selectPoint(point);
  });
  board.addEventListener('focus', () => updateMarks());
  board.addEventListener('blur', () => updateMarks());
  byId('slider').addEventListener('input', event => go(Number(event.target.value)));
  for (const name of ['control', 'status', 'places', 'best']) {
    byId(`show-${name}`).addEventListener('change', () => { updateBoard(); updateLegend(); });
  }
  document.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.go) {
      const by = button.dataset.go;
      go(by === 'first' ? 0 : by === 'last' ? LAST : state.step + Number(by));
      announce();
    } else if (button.dataset.step) {
      go(Number(button.dataset.step));
      announce();
      if (board.getBoundingClientRect().bottom < 80) board.scrollIntoView({block: 'start'});
    } else if (button.dataset.at) {
      state.pinned = true;
      byId('show-places').checked = true;
      updateBoard();
      updateLegend();
      selectPoint(Number(button.dataset.at), true);
      if (board.getBoundingClientRect().bottom < 80) board.scrollIntoView({block: 'start'});
    }
  });
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === board && boardKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.target.closest('input[type=range], .scroll, .comment') || !(event.key in KEYS)) return;
    event.preventDefault();
    go(state.step + KEYS[event.key]);
    announce();
  });
  window.addEventListener('hashchange', fromAddress);
}

// "#60" at the end of the address opens move 60.
function fromAddress() {
  if (/^#\d{1,5}$/.test(location.hash)) go(Number(location.hash.slice(1)));
}

function theme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  const show = () => { document.documentElement.dataset.theme = chosen || (dark.matches ? 'dark' : 'light'); };
  dark.addEventListener('change', show);
  byId('theme').addEventListener('click', () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    show();
  });
  show();
}

theme();
drawBoard();
if (DATA.facts.length > 1) drawCharts();
else document.querySelector('.graphs').hidden = true;
listen();
updateLegend();
go(DATA.open);
fromAddress();
