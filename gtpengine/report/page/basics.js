// The data of the report, and helpers: elements, vertices, numbers as text, lookup of facts.

const DATA = JSON.parse(document.getElementById('data').textContent);
const [WIDTH, HEIGHT] = DATA.size;
const AREA = WIDTH * HEIGHT;
const LAST = DATA.steps.length - 1;
const COLOR_NAMES = {'1': 'Black', '-1': 'White'};
const FACTS = new Map(DATA.facts.map(facts => [facts.n, facts]));
const state = {step: 0, point: -1, pinned: false};

const byId = id => document.getElementById(id);

// Create an element with attributes and children. A string child becomes a text node, never markup.
function make(space, tag, attributes, children) {
  const node = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}
const el = (tag, attributes, ...children) => make(null, tag, attributes, children);
const sv = (tag, attributes, ...children) => make('http://www.w3.org/2000/svg', tag, attributes, children);
const fill = (node, ...children) => node.replaceChildren(...children.filter(Boolean));

const column = point => point % WIDTH;
const row = point => Math.floor(point / WIDTH);
const vertex = point => point < 0 ? 'pass' : DATA.columns[column(point)] + (HEIGHT - row(point));
const vertices = (points, most = 10) =>
  points.slice(0, most).map(vertex).join(' ') + (points.length > most ? ' …' : '');
const lead = (score, digits = 1) => {
  const text = Math.abs(score).toFixed(digits);
  return Number(text) === 0 ? 'even' : (score > 0 ? 'B+' : 'W+') + text;
};
// A probability in words, never exactly 0 or 100 per cent.
const chance = share => share < .005 ? 'less than 1 in 100' : share > .995 ? 'more than 99 in 100' : `${Math.round(100 * share)} in 100`;
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const fraction = text => {
  const [numerator, denominator] = text.split('/').map(Number);
  return numerator / (denominator || 1);
};
const letterOf = index => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return letters[index % 52] + (index < 52 ? '' : Math.floor(index / 52));
};

// The boards by step, built from the changes between steps.
const BOARDS = [];
{
  let board = new Int8Array(AREA);
  for (const [, changes] of DATA.steps) {
    board = board.slice();
    for (const [point, color] of changes) board[point] = color;
    BOARDS.push(board);
  }
}

const controlOf = (facts, point) => parseInt(facts.c.substr(2 * point, 2), 16) - 100;
const temperatureOf = facts => facts.pl.length ? DATA.places[facts.pl[0]][10] : null;
const gainOf = facts => facts.b.length ? Math.max(0, facts.b[0][1]) : null;

function chainAt(facts, point) {
  const number = facts.ch.find(number => DATA.chains[number][1].includes(point));
  if (number === undefined) return null;
  const [color, points, liberties, verdict, evidence, reason, kill, save, chance, chanceEvidence, notes] =
    DATA.chains[number];
  return {
    color, points, liberties, verdict, evidence, reason: DATA.texts[reason], kill, save, chance, chanceEvidence,
    notes: notes.map(number => DATA.texts[number]),
  };
}
function placeOf(number) {
  const [points, count, miai, kind, certainty, black, white, reason, left, right, miaiNumber] = DATA.places[number];
  return {points, count, miai, kind, certainty, black, white, reason: DATA.texts[reason], left, right, miaiNumber};
}
const placeIndexAt = (facts, point) => facts.pl.findIndex(number => DATA.places[number][0].includes(point));
function areaAt(facts, point) {
  const number = facts.ar.find(number => DATA.areas[number][0].includes(point));
  return number === undefined ? null : DATA.texts[DATA.areas[number][1]];
}

// The step of the evaluated position nearest to a step.
function nearest(step) {
  let best = DATA.facts[0].n;
  for (const facts of DATA.facts) if (Math.abs(facts.n - step) < Math.abs(best - step)) best = facts.n;
  return best;
}
