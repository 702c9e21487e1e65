import { fireEvent } from '@testing-library/react'
import fc from 'fast-check'

/* For tests of keys: a scanner and a person, whose keys have times of their own, however late the page handles them. */

/** What a scanner types, and how a page comes to handle it. */
export interface Scan {
  keys: string[]
  /** The time between two keys, in milliseconds. */
  pace: number
  /** For how long the page stands still right after the first key, in milliseconds. Keys wait meanwhile, and timers are late. */
  standsStill: number
  /** By how long each key is handed over late although the page does not stand still, in milliseconds. */
  delay: number
}

const paces = fc.oneof(fc.constantFrom(1, 5, 8, 30, 45, 60, 90, 120, 150), fc.integer({ min: 1, max: 150 }))
const texts = fc.oneof(
  fc.constantFrom('31241238', 'HAR-0042', '1', '12', '1A2E3R', 'HAR 0042', 'aaaa', '/1/2'),
  fc.stringMatching(/^[0-9]{1,14}$/),
  fc.stringMatching(/^[0-9A-Za-z/ -]{2,14}$/),
)
const prefixes = fc.constantFrom('', '', 'S', ']C1', '~', '1', '%')
/** What some scanners are set up to press before what they type. */
const beginnings = fc.constantFrom([], [], [], ['Enter'], [' '], ['Tab', 'Enter'])
/** Without an end a scan of one key is what a person presses. */
const ends = fc.constantFrom([], ['Enter'], ['Tab'], ['Enter', 'ArrowDown'], ['Enter', 'Enter'], ['ArrowDown'])

/** Whatever a scanner may type, and once or twice, on a page that keeps up or does not. */
export const anyScan: fc.Arbitrary<Scan> = fc
  .record({
    texts: fc.array(texts, { minLength: 1, maxLength: 2 }),
    beginning: beginnings,
    prefix: prefixes,
    end: ends,
    pace: paces,
    standsStill: fc.constantFrom(0, 0, 0, 200, 700, 1500),
    delay: fc.constantFrom(0, 0, 40, 250),
  })
  .map(({ texts: all, beginning, prefix, end, ...rest }) => ({
    ...rest,
    keys: all.flatMap((text) => [...beginning, ...prefix, ...text, ...end]),
  }))
  .filter(({ keys }) => keys.length > 1)

export interface Clock {
  /** Lets time pass, and what waits for it happen. */
  pass: (ms: number) => Promise<void>
  /** Lets time pass in which the page does nothing at all. */
  standStill: (ms: number) => void
  now: () => number
}

/** Presses one key at what has the focus. Unless the page prevents it, it has its usual effect in a browser. */
export function press(key: string, at: number, more: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: at })
  if (fireEvent(target, event)) {
    if (key === 'Enter' && target.matches('button, summary, a')) fireEvent.click(target)
    if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
    if (key === 'Tab') nextStop(target)?.focus()
    if (key.startsWith('Arrow') && target instanceof HTMLInputElement && target.type === 'radio')
      nextRadio(target)?.click()
  }
  const up = new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true })
  if (fireEvent(target, up) && key === ' ' && !event.defaultPrevented) {
    if (target.matches('button, summary, input[type="radio"]')) fireEvent.click(target)
  }
}

let later = Date.now()

/** Presses a key as a person does, long after the key before, however soon a test comes to it. */
export function pressLater(key: string): void {
  later = Math.max(later, Date.now()) + 1000
  press(key, later)
}

/** Types what a scanner types. Each key is handled as late as the page makes it. */
export async function scan({ keys, pace, standsStill, delay }: Scan, clock: Clock): Promise<void> {
  const begun = clock.now()
  for (const [index, key] of keys.entries()) {
    const at = begun + index * pace
    const handled = at + delay
    if (handled > clock.now()) await clock.pass(handled - clock.now())
    press(key, at)
    if (index === 0 && standsStill > 0) clock.standStill(standsStill)
  }
}

function nextStop(from: Element): HTMLElement | undefined {
  const within = from.closest('dialog[open]') ?? document
  const stops = [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
  return stops[stops.indexOf(from as HTMLElement) + 1] ?? stops[0]
}

function nextRadio(from: HTMLInputElement): HTMLInputElement | undefined {
  const radios = [...document.querySelectorAll<HTMLInputElement>(`input[name="${from.name}"]`)]
  return radios[(radios.indexOf(from) + 1) % radios.length]
}
