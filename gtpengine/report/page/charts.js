// Charts of score and temperature along the game. A click goes to the position.

const charts = [];

function chart(id, title, series, options) {
  const box = byId(id), top = 14, bottom = 20, leftEdge = 52, rightEdge = 12, high = options.high;
  const all = series.flatMap(({points}) => points.map(([, value]) => value));
  const most = options.ceiling(all), least = options.floor(all);
  let width = 0, now = null, tip = null;
  const X = step => leftEdge + (width - leftEdge - rightEdge) * (LAST ? step / LAST : .5);
  const Y = value => top + (high - top - bottom) * (most - value) / (most - least);

  function draw() {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    const svg = sv('svg', {viewBox: `0 0 ${width} ${high}`, height: high, role: 'img', 'aria-label': title}, sv('title', {}, title));
    for (const value of options.ticks(least, most)) {
      svg.append(sv('line', {class: value ? 'rule' : 'zero', x1: leftEdge, x2: width - rightEdge, y1: Y(value), y2: Y(value)}),
        sv('text', {x: leftEdge - 6, y: Y(value) + 4, 'text-anchor': 'end'}, options.label(value)));
    }
    const stride = niceStep(LAST / Math.max(1, Math.floor(width / 110)));
    for (let step = 0; step <= LAST; step += stride) {
      svg.append(sv('text', {x: X(step), y: high - 6, 'text-anchor': 'middle'}, String(step)));
    }
    for (const {points, name} of series) {
      if (!points.length) continue;
      const path = points.map(([step, value]) => `${X(step).toFixed(1)},${Y(value).toFixed(1)}`);
      if (options.area) {
        const zero = Y(0).toFixed(1), begin = X(points[0][0]).toFixed(1), end = X(points[points.length - 1][0]).toFixed(1);
        const clip = (id, y, tall) => sv('clipPath', {id}, sv('rect', {x: 0, y, width, height: Math.max(0, tall)}));
        const shape = `M${begin},${zero}L${path.join('L')}L${end},${zero}Z`;
        svg.append(clip('above', 0, Y(0)), clip('below', Y(0), high - Y(0)),
          sv('path', {d: shape, class: 'up', 'clip-path': 'url(#above)'}), sv('path', {d: shape, class: 'down', 'clip-path': 'url(#below)'}));
      }
      svg.append(sv('polyline', {points: path.join(' '), class: `line ${name}`}));
    }
    for (const [step, value] of options.dots || []) svg.append(sv('circle', {class: 'dot', cx: X(step), cy: Y(value), r: 4}));
    now = sv('line', {class: 'now', y1: top - 6, y2: high - bottom});
    tip = sv('text', {class: 'tip', y: top});
    svg.append(now, tip);
    box.replaceChildren(svg);
    update();
  }
  function update() {
    if (!now) return;
    now.setAttribute('x1', X(state.step));
    now.setAttribute('x2', X(state.step));
    tip.textContent = '';
  }
  const stepAt = event => {
    const share = (event.clientX - box.getBoundingClientRect().left - leftEdge) / (width - leftEdge - rightEdge);
    return Math.min(LAST, Math.max(0, Math.round(share * LAST)));
  };
  box.addEventListener('click', event => go(nearest(stepAt(event))));
  box.addEventListener('pointermove', event => {
    const step = nearest(stepAt(event));
    tip.textContent = `move ${step}: ${options.describe(FACTS.get(step))}`;
    const right = X(step) > width / 2;
    tip.setAttribute('x', X(step) + (right ? -8 : 8));
    tip.setAttribute('text-anchor', right ? 'end' : 'start');
  });
  box.addEventListener('pointerleave', () => { tip.textContent = ''; });
  new ResizeObserver(draw).observe(box);
  draw();
  charts.push(update);
}

function niceStep(least) {
  const size = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map(factor => factor * size).find(step => step >= least);
}
function* marks(least, most) {
  const step = niceStep((most - least) / 4);
  for (let value = Math.ceil(least / step) * step; value <= most + 1e-9; value += step) yield value;
}

function drawCharts() {
  const scores = DATA.facts.map(facts => [facts.n, facts.s]);
  const losses = DATA.facts.filter(facts => facts.l && facts.l[0] >= 1 && FACTS.has(facts.n))
    .sort((a, b) => b.l[0] - a.l[0]).slice(0, 10).map(facts => [facts.n, facts.s]);
  const last = DATA.facts[DATA.facts.length - 1];
  const high = scores.reduce((a, b) => b[1] > a[1] ? b : a), low = scores.reduce((a, b) => b[1] < a[1] ? b : a);
  chart('score-chart',
    `Score along the game with komi: most for Black ${lead(high[1])} after move ${high[0]}, most for White ` +
    `${lead(low[1])} after move ${low[0]}, at the end ${lead(last.s)}.`,
    [{name: 'score', points: scores}], {
      high: 190, area: true, dots: losses, ceiling: values => 1.08 * Math.max(5, ...values), floor: values => 1.08 * Math.min(-5, ...values), ticks: marks,
      label: value => value ? lead(value, 0) : '0',
      describe: facts => lead(facts.s) + (facts.w === null ? '' : `, Black wins ${chance(facts.w)}`),
    });
  const gains = DATA.facts.filter(facts => gainOf(facts) !== null).map(facts => [facts.n, gainOf(facts)]);
  const miai = DATA.facts.filter(facts => temperatureOf(facts) !== null).map(facts => [facts.n, Math.max(0, temperatureOf(facts))]);
  const hottest = gains.reduce((a, b) => b[1] > a[1] ? b : a, [0, 0]);
  chart('heat-chart',
    `Temperature along the game: the best move gains most, ${hottest[1].toFixed(1)} points, after move ${hottest[0]}.`,
    [{name: 'gain', points: gains}, {name: 'miai', points: miai}], {
      high: 150, ceiling: values => Math.max(2, ...values) * 1.08, floor: () => 0, ticks: marks, label: String,
      describe: facts => `best move gains ${(gainOf(facts) || 0).toFixed(1)}` +
        (facts.pl.length ? `, miai value ${placeOf(facts.pl[0]).miai}` : ''),
    });
  byId('figures').addEventListener('toggle', () => {
    const box = byId('figures').querySelector('.scroll');
    if (!box.firstChild) box.append(figures());
  });
}

function figures() {
  const head = (text, kind) => el('th', {scope: 'col', class: kind}, text);
  const cell = text => el('td', {class: 'number'}, text);
  return el('table', {}, el('thead', {}, el('tr', {}, head('Move'), head('Score', 'number'), head('Black wins', 'number'),
    head('Best gain', 'number'), head('Miai value', 'number'), head('Lost next', 'number'))),
  el('tbody', {}, ...DATA.facts.map(facts => el('tr', {},
    el('th', {scope: 'row'}, el('button', {type: 'button', class: 'link', 'data-step': facts.n}, String(facts.n))),
    cell(lead(facts.s)), cell(facts.w === null ? '–' : `${Math.round(100 * facts.w)} %`),
    cell(gainOf(facts) === null ? '–' : gainOf(facts).toFixed(1)), cell(facts.pl.length ? placeOf(facts.pl[0]).miai : '–'),
    cell(facts.l ? facts.l[0].toFixed(1) : '–')))));
}
