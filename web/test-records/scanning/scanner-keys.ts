import { plainSigns } from '../../../contract/rules/written-characters.ts'
import { forgetTyped, readKeys } from '../../ui/lone-keys.ts'
import { fieldBefore, isTextField, type FieldBefore } from './field-before.ts'

/** Receives the codes that a scanner types. */
interface ScanTaker {
  /**
   * True if text that was typed into a field at a scanner's speed is a code for this page, and not a name, a person's
   * number or anything else that is scanned into fields. Other text stays in the field as typed, together with the key
   * after it. An unreadable code is `broken`.
   */
  isCode: (text: string) => boolean | 'broken'
  /** True for a field in which any scanned text is read and replaces the previous text. */
  isOwnField?: (field: Element) => boolean
  /** Called with a code, without the scanner's prefix and suffix; `field` is the own field that it was typed in. */
  onScan: (text: string, field: Element | undefined) => void
  /** Called at the first key of a possible scan; returns a function that undoes all choices of its keys. */
  remember: () => () => void
  /** Runs `work` and has the page drawn with its changes before it returns. */
  drawn: (work: () => void) => void
}

/**
 * The keys of a scanner come at least this fast on average, in milliseconds, with an occasional delay. Text that is a
 * code by its content may come slower.
 */
const scannersPace = 50
const paceOfCodes = 80
const longestPause = 250
/**
 * Nobody types this many keys at that pace. In the taker's own field fewer are enough if an end key follows at once.
 */
const shortestScan = 8
const shortestInOwnField = 4
const paceInOwnField = 30
/** A code that was read without its end may continue after a delay of at most this, in milliseconds. */
const longestGap = 1000
/**
 * For this many milliseconds after a scan the scanner may still type its end: a second Enter, a Tab, a control or a
 * function key.
 */
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
/** The keys of a code that was read before its end key came. */
let unended: { keys: Key[]; putBack: (() => void) | undefined } | undefined
/** The digits of a character that some scanners type by its number while Alt is held down. */
let altDigits = ''
let stopReading: (() => void) | undefined

/**
 * Tells a scanner, which types what it reads, from a person at the keyboard, wherever the focus is, and hands its codes
 * to the newest taker. Until the keys are recognised as a code they have their usual effect; then that effect is
 * undone. Returns a function that stops it.
 */
export function takeScans(taker: ScanTaker): () => void {
  if (takers.length === 0) {
    stopReading = readKeys(onKeyDown)
    window.addEventListener('keyup', onKeyUp, true)
  }
  takers.push(taker)
  return () => {
    takers.splice(takers.indexOf(taker), 1)
    if (takers.length > 0) return
    forget()
    stopReading?.()
    window.removeEventListener('keyup', onKeyUp, true)
  }
}

function forget() {
  clearTimeout(timer)
  keys = []
  putBack = undefined
}

function onKeyDown(event: KeyboardEvent) {
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
      // The separator inside a code arrives as its ASCII control key.
      if (event.key === ']') add('\u001d', event)
      swallow(event)
    }
  } else if (event.key.length === 1 && !event.metaKey) {
    add(event.key, event)
    if (!isTextField(event.target) && keys.length >= shortestScan && isFast(keys)) swallow(event)
  } else forget()
}

function onKeyUp(event: KeyboardEvent) {
  // A browser's autofill sends a `keyup` without a key, which is none of these.
  if (event.key !== 'Alt' || altDigits === '') return
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

/** True if an event follows the last key as fast as a scanner's next one. */
function followsAtOnce(event: KeyboardEvent): boolean {
  const last = keys.at(-1)
  return last === undefined || Math.abs(event.timeStamp - last.at) <= longestPause
}

/** Ends the current input and hands it on if it was a code. `at` is the time of its end key. */
function conclude(by: 'end' | 'pause', at?: number): boolean {
  const taker = takers.at(-1)
  const before = isGoingOn() ? unended : undefined
  const typed = [...(before?.keys ?? []), ...keys]
  const undo = before?.putBack ?? putBack
  forget()
  const scan = taker && scanIn(typed, taker, by)
  if (taker === undefined || scan === undefined) return false
  forgetTyped()
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

/** True if the input continues a code that was read before its end: at a scanner's pace, and soon after it. */
function isGoingOn(): boolean {
  const [first] = keys
  if (first === undefined || unended === undefined || scannedAt === undefined) return false
  return keys.length > 2 && isFast(keys) && Math.abs(first.at - scannedAt) <= longestGap
}

/** The scanned text and the index of its first key; undefined if a person typed, or if it is no code for a page. */
function scanIn(typed: readonly Key[], taker: ScanTaker, by: 'end' | 'pause') {
  const [first] = typed
  if (first === undefined || !isFast(typed, paceOfCodes)) return undefined
  const text = plainSigns(typed.map(({ character }) => character).join(''))
  const isLong = text.length >= shortestScan
  const begins = isLong ? beginningsIn(text) : []
  const isAt = (wanted: true | 'broken') => begins.find((index) => taker.isCode(text.slice(index)) === wanted)
  const at = isAt(true) ?? isAt('broken')
  // One or two keys before a code are a scanner's configured prefix; more of them were typed.
  if (at !== undefined) return { text: text.slice(at), from: at <= 2 ? 0 : at, field: undefined }
  if (!isFast(typed)) return undefined
  const { field, wasFilled } = first.before
  if (typed.some(({ before }) => before.field !== field)) return undefined
  // Text that is typed outside any field at this pace would be lost unless it is read.
  if (field === undefined) return isLong ? { text, from: 0, field } : undefined
  if (taker.isOwnField?.(field) !== true || !isFast(typed, paceInOwnField)) return undefined
  const isWhole = by === 'end' ? text.length >= shortestInOwnField : isLong && wasFilled
  return isWhole ? { text, from: 0, field } : undefined
}

/**
 * The positions where a code may begin in a text, earliest first: at the start, after a prefix of one or two keys, or
 * after earlier text.
 */
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
