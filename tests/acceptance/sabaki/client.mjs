// Talks to an engine as Sabaki does, through its own library: attaches, syncs, analyses, interrupts, plays.
// usage: node client.mjs ENGINE ARGS...   Prints what it did; ends with status 1 at the first thing that is wrong.

import assert from 'node:assert/strict'
import gtp from '@sabaki/gtp'

const [engine, ...args] = process.argv.slice(2)
const controller = new gtp.Controller(engine, args)
const tracker = new gtp.ControllerStateTracker(controller)
const sent = []
controller.on('command-sent', ({command}) => sent.push([command.name, ...(command.args ?? [])].join(' ')))

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

function done(what) {
  console.log(`ok ${what}`)
}

async function ask(name, ...args) {
  const response = await controller.sendCommand({name, args})
  assert.equal(response.error, false, `${name}: ${response.content}`)
  return response.content
}

// -- positions ------------------------------------------------------------------------------------------------

const plays = words => words.split(' ').map(word => ({name: 'play', args: [word[0], word.slice(1)]}))

// What the engine itself has on record, as plays, read from its SGF.
async function recorded([width, height]) {
  const record = await ask('printsgf')
  return [...record.matchAll(/;([BW])\[([a-z]*)\]/g)].map(([, color, point]) => {
    if (point === '') return `${color}PASS`
    const [column, row] = [...point].map(letter => letter.charCodeAt(0) - 97)
    assert(column < width && row < height, `${point} is off the board`)
    return `${color}${COLUMNS[column]}${height - row}`
  })
}

// Syncs, and holds the library's state against what the engine has. Returns the commands that it took.
async function sync(words, {komi = 6.5, boardsize = [9, 9], before = []} = {}) {
  const history = [...before, ...(words === '' ? [] : plays(words))]
  const start = sent.length
  await tracker.sync({komi, boardsize, history})
  assert.deepEqual(tracker.state.history, history)
  const commands = sent.slice(start)
  assert.deepEqual(await recorded(boardsize), words === '' ? [] : words.split(' '))
  return commands
}

// -- analysis, read by Sabaki's rules -------------------------------------------------------------------------

const VERTEX = '(?:pass|[A-Za-z]\\d+)'

// The candidates of a line: the pv must come last, and before it stand keys and values in pairs.
function candidates(line, command) {
  assert(line.startsWith('info '), line)
  const parts = line.split(/\s*info\s+/).slice(1)
  const found = []
  for (const part of parts) {
    const match = part.match(new RegExp(`^(.*\\S)\\s+pv((?:\\s+${VERTEX})+)\\s*$`))
    assert(match, `Sabaki would drop a candidate whose line does not end in its pv: ${part}`)
    const words = match[1].split(/\s+/)
    assert.equal(words.length % 2, 0, `not in pairs: ${part}`)
    const keys = Object.fromEntries(Array.from({length: words.length / 2}, (_, i) => words.slice(2 * i, 2 * i + 2)))
    if (!/^[A-Za-z]\d+$/.test(keys.move)) continue // a pass is not shown
    let pv = match[2].trim().split(/\s+/)
    if (pv.includes('pass')) pv = pv.slice(0, pv.indexOf('pass'))
    assert.match(keys.visits, /^\d+$/)
    // The scale goes by the command, not by the number.
    const floats = command.startsWith('kata')
    assert.match(keys.winrate, floats ? /^[01]\.\d+$/ : /^\d{1,5}$/, `${command}: winrate ${keys.winrate}`)
    const winrate = +keys.winrate / (floats ? 1 : 10000)
    if (!command.startsWith('lz')) assert.match(keys.scoreLead, /^-?\d+\.\d+$/)
    found.push({vertex: keys.move, visits: +keys.visits, winrate, scoreLead: +(keys.scoreLead ?? 0), pv})
  }
  return found
}

function check(found, [width, height], taken) {
  assert(found.length > 0, 'expected candidates')
  for (const {vertex, visits, winrate, scoreLead, pv} of found) {
    assert.equal(pv[0], vertex)
    assert(visits >= 1, `${vertex}: expected visits, got ${visits}`)
    assert(winrate >= 0 && winrate <= 1, `${vertex}: winrate ${winrate}`)
    assert(Number.isFinite(scoreLead))
    for (const move of pv) {
      const column = COLUMNS.indexOf(move[0].toUpperCase())
      const row = +move.slice(1)
      assert(column >= 0 && column < width && row >= 1 && row <= height, `${move} is off the board`)
    }
    assert(!taken.includes(vertex.toUpperCase()), `${vertex} is taken`)
  }
}

// Starts an analysis, waits for `count` lines, interrupts it as Sabaki does. Returns the lines.
async function analyse(command, color, count, interrupt = 'protocol_version') {
  const lines = []
  let enough
  const heard = new Promise(resolve => (enough = resolve))
  const ended = controller.sendCommand({name: command, args: [color, '5']}, ({line}) => {
    if (line.startsWith('info ')) lines.push(line)
    if (lines.length >= count) enough()
  })
  const early = ended.then(response => {
    throw new Error(`${command} ended by itself: ${response.content}`)
  })
  await Promise.race([heard, early])
  early.catch(() => {})
  assert(controller.busy)
  let over = false
  ended.then(() => (over = true))
  const start = process.hrtime.bigint()
  const answer = await controller.sendCommand({name: interrupt})
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  assert(over, 'the analysis has to end before what ended it is answered')
  assert.equal(answer.error, false)
  if (interrupt === 'protocol_version') assert.equal(answer.content, '2')
  assert.equal((await ended).error, false)
  done(`${command} ${color}: ${lines.length} lines, answered ${milliseconds.toFixed(1)} ms after the interruption`)
  return lines
}

// -- the session ----------------------------------------------------------------------------------------------

async function session() {
  // Attach: one burst, nobody waits.
  controller.start()
  const burst = ['name', 'version', 'protocol_version', 'list_commands'].map(name => ask(name))
  const [name, version, protocol, list] = await Promise.all(burst)
  assert.equal(name, 'Mokusan')
  assert.match(version, /^\d+\.\d+/)
  assert.equal(protocol, '2')
  const commands = list.split('\n')
  for (const needed of ['analyze', 'kata-analyze', 'undo', 'set_free_handicap', 'rectangular_boardsize', 'printsgf']) {
    assert(commands.includes(needed), `${needed} is not listed`)
  }
  done('attached')

  // Forward, back and to another branch.
  assert.deepEqual(await sync(''), ['komi 6.5', 'boardsize 9', 'clear_board'])
  assert.deepEqual(await sync('BE5 WC3 BG7 WC7'), ['clear_board', 'play B E5', 'play W C3', 'play B G7', 'play W C7'])
  assert.deepEqual(await sync('BE5 WC3 BG7 WC7 BG3'), ['play B G3'])
  assert.deepEqual(await sync('BE5 WC3 BG7 WC7'), ['undo'])
  assert.deepEqual(await sync('BE5 WC3 BG7 WG4 BG5'), ['undo', 'play W G4', 'play B G5'])
  assert.deepEqual((await sync('BE5 WC3'))[0], 'clear_board')
  assert.deepEqual((await sync('BA1 BA2 BA3 WPASS BB2 WH8'))[0], 'clear_board')
  assert.deepEqual(await sync('BA1 BA2 BA3 WPASS BB2 WH8', {komi: -3.5}), ['komi -3.5'])
  done('synced forward, back and to other branches')

  // Analysis: integers and floats, either colour, interrupted; the variations can be played.
  const line = 'BE5 WC3 BG7 WC7'
  const taken = ['E5', 'C3', 'G7', 'C7']
  await sync(line)
  const first = commands.find(command => ['analyze', 'kata-analyze', 'lz-analyze'].includes(command))
  const best = {}
  for (const command of new Set([first, 'analyze', 'lz-analyze', 'kata-analyze'])) {
    for (const color of ['B', 'W']) {
      await ask('clear_cache') // else the analysis goes on from the other colour's, after its pass
      const lines = await analyse(command, color, 3)
      for (const text of lines) {
        assert(!text.includes('ownership'), 'ownership was not asked for')
        check(candidates(text, command), [9, 9], taken)
      }
      best[`${command} ${color}`] = candidates(lines[0], command)[0]
    }
  }
  for (const color of ['B', 'W']) {
    const [integers, floats] = [best[`analyze ${color}`], best[`kata-analyze ${color}`]]
    assert.equal(integers.vertex, floats.vertex)
    assert(Math.abs(integers.winrate - floats.winrate) < 2e-4, 'both forms say the same')
    assert(Math.abs(integers.scoreLead - floats.scoreLead) < 0.01)
  }
  assert(best['analyze B'].winrate + best['analyze W'].winrate > 1, 'each side is better off to move')
  const lines = await analyse('analyze', 'B', 8)
  const {pv} = candidates(lines.at(-1), 'analyze')[0]
  const deep = pv.map((vertex, i) => `${i % 2 === 0 ? 'B' : 'W'}${vertex.toUpperCase()}`)
  await sync(`${line} ${deep.join(' ')}`)
  await sync(line)
  done(`the variation ${pv.join(' ')} can be played`)

  // Whatever comes next ends an analysis, a sync of several commands too.
  const running = controller.sendCommand({name: 'analyze', args: ['B', '5']})
  await sync('BE5 WC3 BG7')
  assert.equal((await running).error, false)
  await analyse('analyze', 'W', 1, 'list_commands')
  done('a sync ends an analysis')

  // Play: by the first streaming form that is listed.
  const streaming = ['genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze']
  const generate = streaming.find(command => commands.includes(command)) ?? 'genmove'
  let game = ['BE5', 'WC3', 'BG7']
  for (const color of ['W', 'B', 'W']) {
    let vertex
    const words = generate === 'genmove' ? [color] : [color, '50']
    const response = await controller.sendCommand({name: generate, args: words}, ({line}) => {
      vertex = line.match(/^play\s+(.*)$/)?.[1] ?? vertex
    })
    assert.equal(response.error, false)
    vertex = (generate === 'genmove' ? response.content : vertex).toUpperCase()
    game = [...game, `${color}${vertex}`]
    assert.deepEqual(await recorded([9, 9]), game)
    assert.deepEqual(tracker.state.history, plays(game.join(' ')))
  }
  assert.deepEqual(await sync(game.slice(0, -1).join(' ')), ['undo'])
  done(`${generate}: ${game.slice(3).join(' ')}`)

  // Another board, with handicap stones; and an error is an error.
  const handicap = [{name: 'set_free_handicap', args: ['C5', 'G5']}]
  const change = await sync('WE4 BE3', {komi: 0.5, boardsize: [9, 7], before: handicap})
  assert.deepEqual(change.slice(0, 4), ['komi 0.5', 'rectangular_boardsize 9 7', 'clear_board', 'set_free_handicap C5 G5'])
  for (const text of await analyse('analyze', 'W', 2)) {
    check(candidates(text, 'analyze'), [9, 7], ['C5', 'G5', 'E4', 'E3'])
  }
  await assert.rejects(sync('WE4 BE4', {komi: 0.5, boardsize: [9, 7], before: handicap}), /cannot be replayed/)
  await sync('WE4', {komi: 0.5, boardsize: [9, 7], before: handicap})
  done('a rectangle with handicap stones')

  // Detach, in the middle of an analysis.
  let exit
  controller.process.once('exit', (code, signal) => (exit = {code, signal}))
  const last = controller.sendCommand({name: 'analyze', args: ['B', '5']})
  await controller.stop()
  assert.deepEqual(exit, {code: 0, signal: null})
  assert.equal((await last).error, false)
  done('detached')
}

session().then(
  () => process.exit(0),
  error => {
    console.error(error)
    controller.kill()
    process.exit(1)
  }
)
