/**
 * Patterns that a tenant sets for its postcodes and telephone numbers. They are parsed and run here and never by
 * JavaScript's own engine, which backtracks and can take years over a few characters. This one follows all alternatives
 * at once, in a number of steps proportional to the characters of the text times the signs of the pattern.
 *
 * Supported are letters and digits, `.`, classes such as `[A-Z0-9]` and `[^ ]`, `\d \w \s` and escaped signs, `( )`,
 * `(?: )`, `|`, `? * +`, `{2}`, `{2,}`, `{2,4}`, and `^` at the very start and `$` at the very end. Anything else is
 * not a pattern.
 */

type Test = (character: string) => boolean
/** A state of the automaton: read a character, continue at several states without reading, or the end. */
type State = { reads: Test; to: number } | { either: readonly number[] } | { isEnd: true }

/** True if `matchesPattern` can run the pattern. Other patterns are refused when they are set. */
export function isPattern(source: string): boolean {
  return compile(source) !== undefined
}

/** True if a text matches, anywhere in it unless the pattern has `^` or `$`. An invalid pattern matches nothing. */
export function matchesPattern(source: string, text: string): boolean {
  const pattern = known.get(source) ?? compile(source)
  if (pattern === undefined) return false
  if (known.size < 100) known.set(source, pattern)
  const { states, start, fromStart, toEnd } = pattern
  let at = follow(states, [start])
  for (const character of text) {
    if (!toEnd && hasEnd(states, at)) return true
    const next = [...at].flatMap((place) => {
      const state = states[place]
      return state !== undefined && 'reads' in state && state.reads(character) ? [state.to] : []
    })
    at = follow(states, fromStart ? next : [...next, start])
  }
  return hasEnd(states, at)
}

interface Pattern {
  states: readonly State[]
  start: number
  fromStart: boolean
  toEnd: boolean
}

const known = new Map<string, Pattern>()

/** All states that can be reached without reading. */
function follow(states: readonly State[], places: readonly number[]): Set<number> {
  const reached = new Set<number>()
  const open = [...places]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    const state = states[place]
    if (state !== undefined && 'either' in state) open.push(...state.either)
  }
  return reached
}

function hasEnd(states: readonly State[], places: ReadonlySet<number>): boolean {
  return [...places].some((place) => 'isEnd' in (states[place] ?? {}))
}

/** More states than any reasonable pattern has, once its repetitions are expanded. */
const mostStates = 2000

class Refused extends Error {}

function compile(source: string): Pattern | undefined {
  try {
    return read(source)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Adds the states of a part before the state `to` that follows it; returns the first state of the part. */
type Part = (to: number) => number

function read(source: string): Pattern {
  const fromStart = source.startsWith('^')
  const toEnd = /(?<!\\)(?:\\\\)*\$$/.test(source)
  const inside = source.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)
  const signs = [...inside]
  const states: State[] = [{ isEnd: true }]
  let at = 0

  function add(state: State): number {
    if (states.length >= mostStates) throw new Refused()
    return states.push(state) - 1
  }
  function take(): string {
    const sign = signs[at++]
    if (sign === undefined) throw new Refused()
    return sign
  }

  function choice(): Part {
    const ways = [sequence()]
    while (signs[at] === '|') {
      at += 1
      ways.push(sequence())
    }
    return ways.length === 1 && ways[0] !== undefined ? ways[0] : (to) => add({ either: ways.map((way) => way(to)) })
  }

  function sequence(): Part {
    const parts: Part[] = []
    while (at < signs.length && signs[at] !== '|' && signs[at] !== ')') parts.push(repeated(one()))
    // An empty part needs a state as well, or repeating it endlessly would count for nothing.
    if (parts.length === 0) return (to) => add({ either: [to] })
    return (to) => parts.reduceRight((next, part) => part(next), to)
  }

  function one(): Part {
    const sign = take()
    if (sign === '(') return group()
    if (sign === '[') return reading(characterClass())
    if (sign === '.') return reading(() => true)
    if (sign === '\\') return reading(escaped(take()))
    if ('*+?{}]^$)'.includes(sign)) throw new Refused()
    return reading((character) => character === sign)
  }

  const reading =
    (reads: Test): Part =>
    (to) =>
      add({ reads, to })

  function group(): Part {
    if (signs[at] === '?') {
      if (signs[at + 1] !== ':') throw new Refused()
      at += 2
    }
    const inside = choice()
    if (take() !== ')') throw new Refused()
    return inside
  }

  function repeated(part: Part): Part {
    const [least, most] = times()
    // Another repetition sign would make it lazy or possessive.
    if (['*', '+', '?', '{'].includes(signs[at] ?? '') && !(least === 1 && most === 1)) throw new Refused()
    return (to) => {
      let next = to
      if (most === undefined) {
        const loop = add({ either: [] })
        states[loop] = { either: [part(loop), to] }
        next = loop
      } else {
        for (let i = least; i < most; i += 1) next = add({ either: [part(next), to] })
      }
      for (let i = 0; i < least; i += 1) next = part(next)
      return next
    }
  }

  /** The lowest and highest number of repetitions; undefined for no upper limit. */
  function times(): [number, number | undefined] {
    const sign = signs[at]
    if (sign === '?' || sign === '*' || sign === '+') {
      at += 1
      return [sign === '+' ? 1 : 0, sign === '?' ? 1 : undefined]
    }
    if (sign !== '{') return [1, 1]
    const written = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?\}/.exec(signs.slice(at).join(''))
    if (written === null) throw new Refused()
    at += written[0].length
    const least = Number(written[1])
    const most = written[2] === undefined ? least : written[3] === undefined ? undefined : Number(written[3])
    if (most !== undefined && most < least) throw new Refused()
    return [least, most]
  }

  function characterClass(): Test {
    const isNegated = signs[at] === '^'
    if (isNegated) at += 1
    const tests: Test[] = []
    for (let sign = take(); sign !== ']'; sign = take()) {
      const single = sign === '\\' ? take() : sign
      if (signs[at] === '-' && signs[at + 1] !== ']') {
        at += 1
        const last = take()
        if (last === '\\' || last < single || /^[dws]$/.test(sign === '\\' ? single : '')) throw new Refused()
        tests.push((character) => character >= single && character <= last)
      } else {
        tests.push(sign === '\\' ? escaped(single) : (character) => character === single)
      }
    }
    if (tests.length === 0) throw new Refused()
    return (character) => tests.some((fits) => fits(character)) !== isNegated
  }

  const whole = choice()
  if (at < signs.length) throw new Refused()
  // Otherwise `^` and `$` would apply only to the first and the last of the alternatives.
  if ((fromStart || toEnd) && hasChoiceOutside(signs)) throw new Refused()
  return { states, start: whole(0), fromStart, toEnd }
}

/** True if there is a `|` outside all parentheses. */
function hasChoiceOutside(signs: readonly string[]): boolean {
  const plain = signs.join('').replaceAll(/\\.|\[(?:\\.|[^\]])*\]/gs, 'x')
  let depth = 0
  for (const sign of plain) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === '|' && depth === 0) return true
  }
  return false
}

function escaped(sign: string): Test {
  if (sign === 'd') return (character) => /^[0-9]$/.test(character)
  if (sign === 'w') return (character) => /^[A-Za-z0-9_]$/.test(character)
  if (sign === 's') return (character) => /^\s$/.test(character)
  if (/^[A-Za-z0-9]$/.test(sign)) throw new Refused()
  return (character) => character === sign
}
