import { plainSigns } from '../../../contract/rules/written-characters.ts'
import { fieldBefore, isTextField, type FieldBefore } from './field-before.ts'

/** Who is told of the codes that a scanner types. */
interface ScanTaker {
  /**
   * Whether a text that was typed at a scanner's speed into a field is a code for this page, and no name, number of a person or
   * whatever else is scanned into fields. What is not stays in the field as it was typed, and so does the key behind it. A code that
   * cannot be read is `broken`.
   */
  isCode: (text: string) => boolean | 'broken'
  /** Whether in this field every text of a scanner is one to read, and replaces what was there. */
  isOwnField?: (field: Element) => boolean
  /** Called with a code, without what the scanner types before and behind it; `field` is the own field that it was typed in. */
  onScan: (text: string, field: Element | undefined) => void
  /** Asked at the first key of what may be a scan; answers what puts back all that its keys have chosen. */
  remember: () => () => void
  /** Has the page drawn with what is changed by `work` when it returns. */
  drawn: (work: () => void) => void
}

/**
 * The keys of a scanner follow each other at least this fast on the whole, in milliseconds, and may be held up once in a while; what
 * is a code by its content may come from a slower one.
 */
const scannersPace = 50
const paceOfCodes = 80
const longestPause = 250
/** So many keys at that pace nobody types; in a field of its own, where an end follows at once, fewer say it. */
const shortestScan = 8
const shortestInOwnField = 4
const paceInOwnField = 30
/** A code that was read without its end goes on when a scanner was held up for longer, but no longer than this, in milliseconds. */
const longestGap = 1000
/** For so long after a scan a scanner may still type its end: a second Enter, a Tab, a control or a function key. */
const tail = 300

const takers: ScanTaker[] = []

interface Key {
  character: string
  at: number
  before: FieldBefore
}

let keys: Key[] = []
let putBack: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let scannedAt: number | undefined
/** The keys of a code that was read without an end behind it. */
let unended: { keys: Key[]; putBack: (() => void) | undefined } | undefined
/** The digits of a character that is typed by its number while Alt is held down, as some scanners do. */
let altDigits = ''

/**
 * Tells a scanner, which types what it reads, from somebody at the keyboard, wherever the focus is, and has the newest taker read
 * it. Until it is known to be a code its keys do what keys do; then all that they did is put back. Answers how to stop.
 */
export function takeScans(taker: ScanTaker): () => void {
  if (takers.length === 0) {
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('keyup', onKeyUp, true)
  }
  takers.push(taker)
  return () => {
    takers.splice(takers.indexOf(taker), 1)
    if (takers.length > 0) return
    forget()
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('keyup', onKeyUp, true)
  }
}

function forget() {
  clearTimeout(timer)
  keys = []
  putBack = undefined
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']

/** Whether an event is of a key at all: what a browser fills in by itself comes as a `keydown` without one. */
function isOfKey(event: Event): event is KeyboardEvent {
  return 'key' in event && typeof event.key === 'string'
}

function onKeyDown(event: Event) {
  if (!isOfKey(event) || modifiers.includes(event.key)) return
  // The timer may be late on a busy machine.
  if (!followsAtOnce(event)) conclude('pause')
  if (isOfTail(event)) {
    scannedAt = event.timeStamp
    swallow(event)
    return
  }
  const isControl = event.ctrlKey && !event.altKey && !event.metaKey
  if (event.repeat || event.isComposing || isSecret(event.target)) forget()
  else if (event.key === 'Enter' || event.key === 'Tab' || (isControl && /^[mj]$/i.test(event.key))) {
    if (conclude('end', event.timeStamp)) swallow(event)
  } else if (event.altKey && !event.ctrlKey && /^Numpad\d$/.test(event.code)) altDigits += event.key
  else if (isControl) {
    if (keys.length < 2) forget()
    else {
      // The separator inside a code comes as the control key that ASCII has for it.
      if (event.key === ']') add('\u001d', event)
      swallow(event)
    }
  } else if (event.key.length === 1 && !event.metaKey) {
    add(event.key, event)
    if (!isTextField(event.target) && keys.length >= shortestScan && isFast(keys)) swallow(event)
  } else forget()
}

function onKeyUp(event: Event) {
  if (!isOfKey(event) || event.key !== 'Alt' || altDigits === '') return
  const character = String.fromCodePoint(Number(altDigits) % 0x10000)
  altDigits = ''
  add(character, event)
}

function add(character: string, event: KeyboardEvent) {
  clearTimeout(timer)
  if (keys.length === 0) putBack = takers.at(-1)?.remember()
  keys.push({ character, at: event.timeStamp, before: fieldBefore() })
  timer = setTimeout(() => conclude('pause'), longestPause)
}

/** Whether an event comes as soon after the last key as a scanner's next one. */
function followsAtOnce(event: KeyboardEvent): boolean {
  const last = keys.at(-1)
  return last === undefined || Math.abs(event.timeStamp - last.at) <= longestPause
}

/** Has a code that was typed read, if it was one. `at` is when its end was typed. */
function conclude(by: 'end' | 'pause', at?: number): boolean {
  const taker = takers.at(-1)
  const before = isGoingOn() ? unended : undefined
  const typed = [...(before?.keys ?? []), ...keys]
  const undo = before?.putBack ?? putBack
  forget()
  const scan = taker && scanIn(typed, taker, by)
  if (taker === undefined || scan === undefined) return false
  scannedAt = at ?? typed.at(-1)?.at
  unended = by === 'pause' ? { keys: typed, putBack: undo } : undefined
  const touched = new Map<Element | null, FieldBefore>()
  for (const { before } of typed.slice(scan.from)) {
    if (!touched.has(before.element)) touched.set(before.element, before)
  }
  taker.drawn(() => {
    for (const before of touched.values()) before.putBack()
  })
  if (undo !== undefined) taker.drawn(undo)
  typed[scan.from]?.before.focus()
  taker.onScan(scan.text, scan.field)
  return true
}

/** Whether what was typed goes on with a code that was read before its end: at a scanner's pace, and soon behind it. */
function isGoingOn(): boolean {
  const [first] = keys
  if (first === undefined || unended === undefined || scannedAt === undefined) return false
  return keys.length > 2 && isFast(keys) && Math.abs(first.at - scannedAt) <= longestGap
}

/** What was scanned, and with which key it begins; undefined where somebody typed, or what is no code for a page. */
function scanIn(typed: readonly Key[], taker: ScanTaker, by: 'end' | 'pause') {
  const [first] = typed
  if (first === undefined || !isFast(typed, paceOfCodes)) return undefined
  const text = plainSigns(typed.map(({ character }) => character).join(''))
  const isLong = text.length >= shortestScan
  const begins = isLong ? beginningsIn(text) : []
  const isAt = (wanted: true | 'broken') => begins.find((index) => taker.isCode(text.slice(index)) === wanted)
  const at = isAt(true) ?? isAt('broken')
  // One or two keys before a code are what a scanner was told to type before it; more of them somebody typed.
  if (at !== undefined) return { text: text.slice(at), from: at <= 2 ? 0 : at, field: undefined }
  if (!isFast(typed)) return undefined
  const { field, wasFilled } = first.before
  if (typed.some(({ before }) => before.field !== field)) return undefined
  // What is typed nowhere at this pace is lost unless it is read.
  if (field === undefined) return isLong ? { text, from: 0, field } : undefined
  if (taker.isOwnField?.(field) !== true || !isFast(typed, paceInOwnField)) return undefined
  const isWhole = by === 'end' ? text.length >= shortestInOwnField : isLong && wasFilled
  return isWhole ? { text, from: 0, field } : undefined
}

/** Where a code may begin in a text, soonest first: at its beginning or one or two keys behind it, and behind what was typed before. */
export function beginningsIn(text: string): number[] {
  const marks =
    /\][A-Za-z]\d|\((?:01|10|11|17|21)\)|01(?=\d{14})|1[17](?=\d{6}(?:01|10|21))|https?:|\+[A-Z][A-Z0-9]{3}|\+\$/g
  return [0, 1, 2, ...[...text.matchAll(marks)].map(({ index }) => index).filter((index) => index > 2)]
}

function isFast(typed: readonly Key[], pace = scannersPace): boolean {
  const [first, last] = [typed[0], typed.at(-1)]
  if (first === undefined || last === undefined) return false
  return Math.abs(last.at - first.at) <= pace * Math.max(typed.length - 1, 1)
}

function isOfTail(event: KeyboardEvent): boolean {
  if (scannedAt === undefined || Math.abs(event.timeStamp - scannedAt) > tail || keys.length > 0) return false
  return /^(Enter|Tab|F\d+|Arrow\w+)$/.test(event.key) || (event.ctrlKey && !event.altKey)
}

function isSecret(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password'
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
