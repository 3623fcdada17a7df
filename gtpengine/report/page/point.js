// The facts of one point: control, chain, local game with its thermograph.

function pointText(facts, point) {
  const board = BOARDS[state.step], stone = board[point];
  const parts = [`${vertex(point)}, ${stone ? COLOR_NAMES[stone].toLowerCase() + ' stone' : 'empty'}`];
  if (!facts) return parts.concat('this position was not evaluated').join(', ');
  parts.push(`control ${signed(controlOf(facts, point) / 100)}`);
  const chain = chainAt(facts, point), index = placeIndexAt(facts, point);
  if (chain) parts.push(`${chain.verdict}, ${chain.evidence}: ${chain.reason}`);
  if (index >= 0) {
    const place = placeOf(facts.pl[index]);
    parts.push(`endgame ${letterOf(index)}: count ${place.count}, miai value ${place.miai}, ${place.kind}, ${place.certainty}`);
  }
  return parts.join(', ');
}

const signed = value => (value > 0 ? '+' : value < 0 ? '−' : '') + Math.abs(value).toFixed(2);

function updatePoint() {
  const facts = FACTS.get(state.step), point = state.point, name = byId('point-name'), body = byId('point-body');
  if (point < 0) {
    name.textContent = 'A point';
    fill(body, el('p', {class: 'hint'}, 'Point at the board, tap it, or go there by keyboard: what is said of that point stands here.'));
    return;
  }
  const stone = BOARDS[state.step][point];
  name.textContent = `${vertex(point)} · ${stone ? COLOR_NAMES[stone].toLowerCase() + ' stone' : 'empty'}`;
  if (!facts) {
    fill(body, el('p', {class: 'hint'}, 'This position was not evaluated.'));
    return;
  }
  const value = controlOf(facts, point), parts = [];
  const owner = value === 0 ? 'nobody’s' : `${value > 0 ? 'Black' : 'White'}’s`;
  parts.push(el('p', {}, `Control ${signed(value / 100)}: ${owner}`));
  const best = facts.b.findIndex(([move]) => move === point);
  if (best >= 0) parts.push(el('p', {}, `Number ${best + 1} of ${COLOR_NAMES[facts.t]}’s moves, gains ${facts.b[best][1].toFixed(1)}`));
  const chain = chainAt(facts, point);
  if (chain) parts.push(...chainParts(chain));
  const index = placeIndexAt(facts, point);
  if (index >= 0) parts.push(...placeParts(placeOf(facts.pl[index]), index));
  const area = areaAt(facts, point);
  if (area && index < 0) parts.push(el('p', {class: 'reason'}, area));
  fill(body, ...parts);
}

function chainParts(chain) {
  const rows = [['chain', `${plural(chain.points.length, 'stone')}, ${chain.liberties} ${chain.liberties === 1 ? 'liberty' : 'liberties'}`]];
  if (chain.kill >= 0) rows.push([`${COLOR_NAMES[-chain.color]} kills at`, vertex(chain.kill)]);
  if (chain.save >= 0) rows.push([`${COLOR_NAMES[chain.color]} saves at`, vertex(chain.save)]);
  rows.push(['chance to live', `${(chain.chance / 100).toFixed(2)}, ${chain.chanceEvidence}`]);
  return [
    el('p', {}, el('span', {class: `tag ${chain.verdict}`}, chain.verdict), ` ${chain.evidence}`),
    el('p', {class: 'reason'}, chain.reason), list(rows),
    ...chain.notes.map(note => el('p', {class: 'reason'}, note)),
  ];
}

function placeParts(place, index) {
  const rows = [
    ['count', place.count], ['miai value', place.miai + (DATA.area ? ' by territory' : '')], ['kind', place.kind],
    ['Black plays', vertices(place.black) || '–'], ['White plays', vertices(place.white) || '–'],
    ['how sure', place.certainty],
  ];
  return [
    el('h3', {}, `Endgame ${letterOf(index)}`), list(rows), thermograph(place),
    el('p', {class: 'reason'}, place.reason),
  ];
}

const list = rows => el('dl', {}, ...rows.flatMap(([label, text]) => [el('dt', {}, label), el('dd', {}, text)]));

// The thermograph: Black's larger values to the left, the temperature upwards, the mast with an arrow.
function thermograph(place) {
  const mean = fraction(place.count), top = fraction(place.miai);
  const walls = [place.left, place.right].map(wall => wall.map(([t, x]) => [fraction(t), fraction(x)]));
  const words = `Thermograph: mast at ${place.count} from temperature ${place.miai}; ` +
    ['left wall, Black first', 'right wall, White first'].map((name, side) =>
      `${name}: ${[place.left, place.right][side].map(([t, x]) => `${x} at t = ${t}`).join(', ')}`).join('; ');
  if (top <= 0) return null;
  const values = walls.flat().map(([, x]) => x).concat(mean);
  const most = Math.max(...values), least = Math.min(...values);
  const wide = 240, tall = 104, left = 46, base = 140;
  const across = most > least ? wide / (most - least) : 1, up = tall / top;
  const X = x => left + (most > least ? (most - x) * across : wide / 2), Y = t => base - t * up;
  const line = (points, colour) => sv('polyline', {
    points: points.map(([t, x]) => `${X(x).toFixed(1)},${Y(t).toFixed(1)}`).join(' '), fill: 'none', stroke: colour,
    'stroke-width': 2.4, 'stroke-linejoin': 'round',
  });
  const svg = sv('svg', {class: 'thermograph', viewBox: '0 0 330 172', role: 'img', 'aria-label': words}, sv('title', {}, words),
    sv('path', {d: `M${left - 14} ${base - tall - 24}V${base}H${left + wide + 14}`, fill: 'none', stroke: 'var(--line)'}),
    sv('path', {d: `M${left - 14} ${Y(top)}H${X(mean)}V${base}`, fill: 'none', stroke: 'var(--line)', 'stroke-dasharray': '2 3'}),
    line([...walls[0].filter(([t]) => t >= 0), [top, mean]], 'var(--miai)'), line([...walls[1].filter(([t]) => t >= 0), [top, mean]], 'var(--gain)'),
    sv('path', {d: `M${X(mean)} ${Y(top)}v-24m-4 6l4 -7l4 7`, fill: 'none', stroke: 'var(--ink)', 'stroke-width': 2}),
    sv('text', {x: left - 18, y: Y(top) + 4, 'text-anchor': 'end'}, place.miai),
    sv('text', {x: left - 18, y: base + 4, 'text-anchor': 'end'}, '0'),
    sv('text', {x: left - 14, y: base - tall - 28, 'text-anchor': 'middle'}, 't'));
  const taken = [];
  const stops = [[place.count, mean], ...[place.left, place.right].map((wall, side) => [wall[0][1], walls[side][0][1]])];
  for (const [text, x] of stops) {
    if (taken.some(other => Math.abs(X(x) - other) < 7 * text.length + 8)) continue;
    taken.push(X(x));
    svg.append(sv('text', {x: X(x), y: base + 18, 'text-anchor': 'middle'}, text));
  }
  return svg;
}
