import { afterPause, isWithinPause } from './key-times.ts'

/** What a key does when it is pressed by itself. */
interface KeyMeaning {
  /** Shows at once what the key is about to do (true), and takes that away again once it did it, or does not (false). */
  show?: (isPending: boolean) => void
  /**
   * Does it, once it is certain that no scanner typed the key, and returns what undoes it, if anything does: a key that the device
   * hands over too late may still show that a scanner typed both.
   */
  act: () => (() => void) | undefined
  /** Says that nothing was done, because other keys came too soon for a person. */
  refuse: () => void
}

/** A part of a page in which single keys mean something. */
export interface KeyTaker {
  /**
   * What a key would do at a place of the page, by itself; undefined if nothing. Besides letters, digits and signs it is asked for
   * Enter and the space bar, which then do nothing else. It is not asked for keys in text fields, or with Ctrl, Alt or Meta.
   */
  meaningOf: (key: string, at: Element, event: KeyboardEvent) => KeyMeaning | undefined
  /** Called with what a scanner typed outside any text field, unless it was the code of a kit. Without it, that does nothing. */
  onScan?: (text: string) => void
}

/** Sees each key before it means anything; it prevents the default of those that it takes. */
type KeyReader = (event: KeyboardEvent) => void

/** Keys that came too quickly one after the other for a person who presses them one by one. */
interface Burst {
  /** The time of its newest key, by the events' own clock. */
  at: number
  /** What was typed outside text fields since its last end key. */
  text: string
  /** How many letters, digits and signs were pressed since its last end key; a held key counts once. */
  pressed: number
  /** True once it has a letter, digit or sign. A key with another effect that follows belongs to a scan. */
  isTyped: boolean
  /** True if Enter or the space bar came before all that was typed. Some scanners begin with them, so that no key after them is alone. */
  isPrefixed: boolean
  /** True if Enter or Tab was its newest key, or what scanners type after those. Another letter, digit or sign begins anew. */
  isEnded: boolean
  /** Says that a key of it did nothing. */
  refuse: (() => void) | undefined
  /** Stops waiting for its end. */
  stop: () => void
}

/** Fewer keys at once are an accident, which is no scan. */
const shortestScan = 4

const takers: KeyTaker[] = []
const readers: KeyReader[] = []
let burst: Burst | undefined
/** The key that means something and may be the first of a scan. */
let pending: { taker: KeyTaker | undefined; meaning: KeyMeaning } | undefined
/** What undoes what the newest key did, and says so. */
let acted: { undo: () => void; refuse: () => void } | undefined
let isSpaceSwallowed = false

/**
 * Tells keys that a person presses one by one from those that a scanner types, for every part of the page. A key counts when no other
 * key comes before it or after it within the slowest pause of a scanner, by the events' own times. Any other effect of keys that
 * follow so quickly outside text fields is prevented: Enter presses nothing, and arrows and Tab move nothing, because they end a scan.
 * The newest taker is asked first. Returns a function that stops it.
 */
export function takeLoneKeys(taker: KeyTaker): () => void {
  const stop = listening(takers, taker)
  return () => {
    if (pending?.taker === taker) {
      // Its part of the page is gone, and what was pressed there with it.
      pending.meaning.refuse()
      pending = undefined
    }
    stop()
  }
}

/** Shows all keys to a reader of longer codes, before any of them means something. Returns a function that stops it. */
export function readKeys(reader: KeyReader): () => void {
  return listening(readers, reader)
}

/** Forgets what was typed last, because it was the code of a kit: nothing more is said or done about it. */
export function forgetTyped(): void {
  withdraw()
  if (burst === undefined) return
  burst.stop()
  Object.assign(burst, { text: '', pressed: 0, refuse: undefined })
}

/** True if a key, such as Enter in a field, comes so soon after typed ones that a scanner may have typed all of them. */
export function mayEndScan({ timeStamp }: { timeStamp: number }): boolean {
  return burst !== undefined && burst.isTyped && isWithinPause(burst.at, timeStamp)
}

/** Does what the key means that is just being handled in a field, once no other key has followed it as soon as a scanner's would. */
export function onceAlone(meaning: KeyMeaning): void {
  if (burst === undefined) return
  burst.isTyped = true
  burst.refuse ??= meaning.refuse
  pending = { taker: undefined, meaning }
  meaning.show?.(true)
  awaitEnd(burst)
}

function listening<One>(all: One[], one: One): () => void {
  if (takers.length + readers.length === 0) {
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('keyup', onKeyUp, true)
  }
  all.push(one)
  return () => {
    all.splice(all.indexOf(one), 1)
    if (takers.length + readers.length > 0) return
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('keyup', onKeyUp, true)
    burst?.stop()
    burst = undefined
    acted = undefined
  }
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']

function onKeyDown(event: Event) {
  // A browser's autofill sends a `keydown` without a key.
  if (!(event instanceof KeyboardEvent) || typeof event.key !== 'string' || modifiers.includes(event.key)) return
  const follows = burst !== undefined && isWithinPause(burst.at, event.timeStamp)
  const hasActed = !follows && conclude()
  for (const reader of readers) reader(event)
  if (event.isComposing) return
  if (burst === undefined || !follows) {
    burst = {
      at: 0,
      text: '',
      pressed: 0,
      isTyped: false,
      isPrefixed: false,
      isEnded: false,
      refuse: undefined,
      stop: () => undefined,
    }
    acted = undefined
  }
  const wasTyped = burst.isTyped
  burst.at = event.timeStamp
  if (wasTyped) takeBack(burst)
  // What the key before did may have moved the focus, while this key was waiting.
  take(event, hasActed ? document.activeElement : event.target, burst, wasTyped)
}

/** Takes a key of a burst. `isLater` is true if something was typed just before it. */
function take(event: KeyboardEvent, target: EventTarget | null, now: Burst, isLater: boolean) {
  const { key, repeat, ctrlKey, altKey, metaKey } = event
  const isInField = takesText(target)
  // With Ctrl and Alt together, keyboards type the third sign of a key.
  const isTyped = key.length === 1 && !metaKey && ctrlKey === altKey && (isLater || key !== ' ')
  if (isInField) {
    // A person leaves a field by Tab, and goes on from there.
    now.isTyped = key !== 'Tab' && (isLater || isTyped)
    now.isEnded = key === 'Enter'
  } else if (isTyped) {
    const isFirst = (!isLater || now.isEnded) && !now.isPrefixed
    now.isTyped = true
    now.isEnded = false
    now.text += key
    if (!repeat) now.pressed += 1
    const isAsked = !repeat && !ctrlKey && !event.defaultPrevented && target instanceof Element
    if (isAsked) ask(event, target, now, isFirst)
    if (key === ' ') swallow(event)
    awaitEnd(now)
  } else if (!isLater && (key === 'Enter' || key === ' ')) {
    press(event, target, now)
  } else if (isLater && key !== 'Escape') {
    swallow(event)
    if (key !== 'Enter' && key !== 'Tab') return
    now.isEnded = true
    conclude()
  }
}

/** Takes Enter or the space bar before anything was typed. Where that means something, its usual effect is prevented. */
function press(event: KeyboardEvent, target: EventTarget | null, now: Burst) {
  const { repeat, ctrlKey, altKey, metaKey, shiftKey } = event
  now.isPrefixed = true
  if (event.defaultPrevented || ctrlKey || altKey || metaKey || shiftKey || !(target instanceof Element)) return
  const isTaken = ask(event, target, now, !repeat)
  if (!isTaken) return
  swallow(event)
  // Whoever holds the key down presses once.
  if (repeat) return
  now.isTyped = true
  awaitEnd(now)
}

/** Asks what a key means, which is done later if the key stays alone. Returns false if it means nothing. */
function ask(event: KeyboardEvent, at: Element, now: Burst, isFirst: boolean): boolean {
  for (const taker of takers.toReversed()) {
    const meaning = taker.meaningOf(event.key, at, event)
    if (meaning === undefined) continue
    event.preventDefault()
    if (!event.repeat) now.refuse ??= meaning.refuse
    if (isFirst) {
      pending = { taker, meaning }
      meaning.show?.(true)
    }
    return true
  }
  return false
}

/** Waits for the end of a burst. */
function awaitEnd(now: Burst) {
  now.stop()
  now.stop = afterPause(now.at, conclude)
}

function withdraw() {
  const meaning = pending?.meaning
  pending = undefined
  meaning?.show?.(false)
}

/** Withdraws what a key was about to do, or undoes what it did, because another key follows at once. */
function takeBack(now: Burst) {
  withdraw()
  acted?.undo()
  now.refuse ??= acted?.refuse
  acted = undefined
}

/** Does what a single key means, hands on what a scanner typed, or says that nothing was done. Returns true if a key did something. */
function conclude(): boolean {
  if (burst === undefined) return false
  const { text, pressed, refuse, stop } = burst
  stop()
  Object.assign(burst, { text: '', pressed: 0, refuse: undefined })
  const meaning = pending?.meaning
  withdraw()
  if (meaning !== undefined) {
    const undo = meaning.act()
    acted = undo && { undo, refuse: meaning.refuse }
    return true
  }
  const onScan = takers.findLast((taker) => taker.onScan !== undefined)?.onScan
  if (onScan !== undefined && pressed >= shortestScan) onScan(text)
  else refuse?.()
  return false
}

function onKeyUp(event: Event) {
  // A button is pressed when the space bar is released.
  if (!isSpaceSwallowed || !(event instanceof KeyboardEvent) || event.key !== ' ') return
  isSpaceSwallowed = false
  event.preventDefault()
}

function swallow(event: KeyboardEvent) {
  isSpaceSwallowed = event.key === ' '
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** True if typed keys have a meaning in an element: text fields, and select lists, which jump to the typed letter. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !/^(radio|checkbox|button|submit|reset|file|range|color)$/.test(target.type)
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"]')
}
