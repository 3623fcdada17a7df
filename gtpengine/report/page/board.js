// The board: its fixed parts are drawn once, its layers are updated at every step.

const CELL = 10, EDGE = 8.5, STONE = 4.72;
const at = point => [EDGE + (column(point) + .5) * CELL, EDGE + (row(point) + .5) * CELL];
const MIAI_COLOURS = [[4, '#c8321f'], [2, '#e8743b'], [1, '#f2c14b'], [.01, '#b9cf5f'], [0, '#6fae5c'], [-9, '#9dbfd6']];
const miaiColour = miai => MIAI_COLOURS.find(([least]) => miai >= least)[1];
const layers = {};

function drawBoard() {
  const width = WIDTH * CELL + 2 * EDGE, height = HEIGHT * CELL + 2 * EDGE;
  const shade = (id, inner, outer) => sv('radialGradient', {id, cx: '36%', cy: '30%', r: '75%'},
    sv('stop', {offset: '0', 'stop-color': inner}), sv('stop', {offset: '1', 'stop-color': outer}));
  const svg = sv('svg', {viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'},
    sv('defs', {}, shade('stone-black', '#6a6a6a', '#0c0c0c'), shade('stone-white', '#ffffff', '#cfcac0'),
      sv('linearGradient', {id: 'wood', x1: '0', y1: '0', x2: '1', y2: '.25'},
        sv('stop', {offset: '0', 'stop-color': 'var(--wood)'}), sv('stop', {offset: '1', 'stop-color': 'var(--wood-edge)'}))),
    sv('rect', {width, height, fill: 'url(#wood)'}));
  let path = '';
  for (let x = 0; x < WIDTH; x++) path += `M${EDGE + (x + .5) * CELL} ${EDGE + CELL / 2}V${height - EDGE - CELL / 2}`;
  for (let y = 0; y < HEIGHT; y++) path += `M${EDGE + CELL / 2} ${EDGE + (y + .5) * CELL}H${width - EDGE - CELL / 2}`;
  layers.places = sv('g', {});
  svg.append(layers.places, sv('path', {class: 'lines', d: path}));
  for (const star of DATA.stars) svg.append(sv('circle', {class: 'star', cx: at(star)[0], cy: at(star)[1], r: .9}));
  const coordinates = sv('g', {class: 'coordinates'});
  for (let x = 0; x < WIDTH; x++) {
    for (const y of [EDGE - 1.6, height - EDGE + 4.2]) {
      coordinates.append(sv('text', {x: EDGE + (x + .5) * CELL, y}, DATA.columns[x]));
    }
  }
  for (let y = 0; y < HEIGHT; y++) {
    for (const x of [EDGE / 2, width - EDGE / 2]) {
      coordinates.append(sv('text', {x, y: EDGE + (y + .5) * CELL + 1.3}, String(HEIGHT - y)));
    }
  }
  svg.append(coordinates);
  for (const name of ['stones', 'control', 'status', 'labels', 'best', 'marks']) svg.append(layers[name] = sv('g', {}));
  const cells = sv('g', {});
  for (let point = 0; point < AREA; point++) {
    const [x, y] = at(point);
    cells.append(sv('rect', {class: 'cell', 'data-point': point, x: x - 5, y: y - 5, width: 10, height: 10}));
  }
  svg.append(cells);
  byId('board').append(svg);
}

function updateBoard() {
  const board = BOARDS[state.step], facts = FACTS.get(state.step);
  const shown = name => byId(`show-${name}`).checked;
  fill(layers.stones, ...stones(board));
  fill(layers.control, ...(facts && shown('control') ? control(board, facts) : []));
  fill(layers.status, ...(facts && shown('status') ? statuses(board, facts) : []));
  const [under, over] = facts && shown('places') ? places(board, facts) : [[], []];
  fill(layers.places, ...under);
  fill(layers.labels, ...over);
  fill(layers.best, ...(facts && shown('best') ? bestMoves(board, facts) : []));
  updateMarks();
}

function* stones(board) {
  for (let point = 0; point < AREA; point++) {
    if (!board[point]) continue;
    const [cx, cy] = at(point), color = board[point] > 0 ? 'black' : 'white';
    yield sv('circle', {cx: cx + .25, cy: cy + .45, r: STONE, fill: '#2b1a0655'});
    yield sv('circle', {cx, cy, r: STONE, fill: `url(#stone-${color})`});
  }
  const move = DATA.steps[state.step][0];
  if (move && move[1] >= 0 && board[move[1]]) {
    const [cx, cy] = at(move[1]);
    yield sv('circle', {cx, cy, r: 2.5, fill: 'none', 'stroke-width': .8, stroke: move[0] > 0 ? '#fff' : '#111'});
  }
}

// Control squares: the colour is the owner, the size the certainty; on stones only if the owner is the other side.
function* control(board, facts) {
  for (let point = 0; point < AREA; point++) {
    const value = controlOf(facts, point), agreement = board[point] * value;
    if (board[point] && agreement >= 0 || Math.abs(value) < 8) continue;
    const [x, y] = at(point), half = .7 + 2 * Math.abs(value) / 100;
    yield sv('rect', {
      class: value > 0 ? 'owner-black' : 'owner-white', x: x - half, y: y - half, width: 2 * half, height: 2 * half,
      rx: .4, opacity: .88, stroke: value > 0 ? '#fff' : '#000', 'stroke-width': .16, 'stroke-opacity': .55,
    });
  }
}

const VERDICT_MARKS = {
  dead: {path: 'M-2.1 -2.1L2.1 2.1M2.1 -2.1L-2.1 2.1', stroke: '#d9432c'},
  critical: {path: 'M0 -2.7L2.6 1.9L-2.6 1.9Z', fill: '#f08c1e'},
  seki: {path: 'M-1.7 -1.7H1.7V1.7H-1.7Z', fill: '#4d90c9'},
  unknown: {path: 'M-2 0H2', stroke: '#8d8d8d'},
};
function* statuses(board, facts) {
  for (const number of facts.ch) {
    const [, points, , verdict] = DATA.chains[number];
    const mark = VERDICT_MARKS[verdict];
    if (!mark) continue;
    for (const point of points) {
      const [x, y] = at(point);
      yield sv('path', {
        d: mark.path, transform: `translate(${x} ${y})`, fill: mark.fill || 'none', stroke: mark.stroke || '#fff',
        'stroke-width': mark.stroke ? .95 : .35, 'stroke-linecap': 'round',
      });
    }
  }
}

function places(board, facts) {
  const under = [], over = [];
  facts.pl.forEach((number, index) => {
    const place = placeOf(number);
    for (const point of place.points) {
      const [x, y] = at(point);
      under.push(sv('rect', {x: x - 5, y: y - 5, width: 10, height: 10, fill: miaiColour(place.miaiNumber), opacity: .72}));
    }
    const [x, y] = at(Math.min(...place.points));
    over.push(sv('rect', {x: x - 5, y: y - 5, width: 3.6, height: 3.9, rx: .6, fill: '#fffdf6', opacity: .92}),
      sv('text', {x: x - 3.2, y: y - 1.9, 'font-size': 3.4, 'font-weight': 700, fill: '#1d1b19'}, letterOf(index)));
  });
  return [under, over];
}

function* bestMoves(board, facts) {
  for (const [index, [point]] of facts.b.slice(0, 3).entries()) {
    if (point < 0 || board[point]) continue;
    const [cx, cy] = at(point);
    yield sv('circle', {cx, cy, r: 3.9, fill: '#2b7048', opacity: index ? .78 : 1, stroke: '#fff', 'stroke-width': .4});
    yield sv('text', {x: cx, y: cy + 1.75, 'font-size': 5, 'font-weight': 700, fill: '#fff'}, String(index + 1));
  }
  const next = DATA.steps[state.step + 1];
  if (next && next[0] && next[0][1] >= 0 && !board[next[0][1]]) {
    const [cx, cy] = at(next[0][1]);
    yield sv('circle', {
      cx, cy, r: STONE, fill: 'none', stroke: next[0][0] > 0 ? '#111' : '#fff', 'stroke-width': .8,
      'stroke-dasharray': '2 1.3',
    });
  }
}

// Marks at the pointer or the keyboard cursor: the point, and the points of its chain or local game.
function updateMarks() {
  const facts = FACTS.get(state.step), marks = [];
  if (state.point >= 0 && facts) {
    const chain = chainAt(facts, state.point), index = placeIndexAt(facts, state.point);
    const members = chain ? chain.points : index >= 0 ? placeOf(facts.pl[index]).points : [];
    for (const point of members) {
      const [x, y] = at(point);
      marks.push(sv('rect', {class: 'member', x: x - 4.6, y: y - 4.6, width: 9.2, height: 9.2, rx: 1}));
    }
  }
  if (state.point >= 0) {
    const [x, y] = at(state.point), onBoard = document.activeElement === byId('board');
    marks.push(sv('rect', {
      class: onBoard ? 'cursor' : 'pin', x: x - 4.9, y: y - 4.9, width: 9.8, height: 9.8, rx: 1.2,
    }));
  }
  fill(layers.marks, ...marks);
}
