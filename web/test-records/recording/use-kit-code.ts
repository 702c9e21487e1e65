import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { lazyPart } from '../../shell/page-part.ts'
import { alsoSay, t } from '../../ui/phrases.ts'
import type { Draft } from './draft.ts'
import type { KitContext, KitReading } from './kit-code.ts'

export interface KitOutcome {
  tone: 'success' | 'danger' | 'notice'
  words: string
}

/** Whether a text may be the code of a kit, so that it is worth to load what reads one. */
export function mayBeKitCode(text: string): boolean {
  return /^\s*(\]|\(\d\d\)|01\d{14})|[\u001d\u241d]|^\s*(\d{8}|\d{12,14})\s*$/.test(text)
}

/** Loads what reads codes, which most tests go without. */
async function loadReader() {
  return await lazyPart(async () => {
    const [reader] = await Promise.all([import('./kit-code.ts'), alsoSay('kitScan')])
    return reader
  })
}

/**
 * Fills in the draft from the code of a kit, and says what became of it. `read` answers that as soon as it is known; the draft is
 * that of then, so that nothing is lost which was entered while the reader was loading.
 */
export function useKitCode(context: KitContext & { change: (update: Partial<Draft>) => void }) {
  const [outcome, setOutcome] = useState<KitOutcome>()
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })

  async function read(text: string, origin: 'scan' | 'field'): Promise<KitReading | undefined> {
    const reader = await loadReader().catch(() => undefined)
    if (reader === undefined) {
      setOutcome({ tone: 'danger', words: t('recording:failed.text') })
      return undefined
    }
    const reading = reader.readKit(text, latest.current, origin)
    if (reading.kind === 'filled') latest.current.change(reading.draft)
    setOutcome(outcomeOf(reading))
    return reading
  }

  return { read, outcome, show: setOutcome }
}

function outcomeOf({ kind, words }: KitReading): KitOutcome | undefined {
  if (words === undefined) return undefined
  return { tone: kind === 'filled' ? 'success' : kind === 'refused' ? 'danger' : 'notice', words }
}

/** Keys of a scanner follow each other at most this fast, in milliseconds: so many of them nobody types. */
const longestPause = 50
const shortestScan = 8
/** How long to wait for an Enter, which not every scanner types at the end, in milliseconds. */
const patience = 300

interface Typed<T> {
  text: string
  /** When the last key was pressed, in milliseconds. */
  at: number
  isScan: boolean
  before: T | undefined
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Tells a USB scanner, which types what it reads, from somebody at the keyboard, wherever in the step the focus is, so that its
 * digits choose no results and its Enter goes nowhere. `take` answers whether a key was the scanner's; `onBegin` is called with what
 * was noted at its first key, and `onScan` with all that it typed.
 */
export function useScannerKeys<T>({
  onBegin,
  onScan,
}: {
  onBegin: (before: T) => void
  onScan: (text: string) => void
}) {
  const typed = useRef<Typed<T>>({ text: '', at: 0, isScan: false, before: undefined })
  useEffect(() => () => clearTimeout(typed.current.timer), [])

  function end() {
    const { text } = typed.current
    typed.current.text = ''
    if (text !== '') onScan(text)
  }

  function take(event: KeyboardEvent, now: T): boolean {
    const isEnd = event.key === 'Enter' || event.key === 'Tab'
    // The separator inside a code comes as the control key that ASCII has for it.
    const character = event.ctrlKey && event.key === ']' ? '\u001d' : event.key
    if (event.repeat || isText(event.target) || (character.length !== 1 && !isEnd)) return false
    const key = typed.current
    clearTimeout(key.timer)
    if (Math.abs(event.timeStamp - key.at) > longestPause) Object.assign(key, { text: '', isScan: false, before: now })
    key.at = event.timeStamp
    if (!isEnd) key.text += character
    if (!key.isScan && key.text.length === shortestScan) {
      key.isScan = true
      if (key.before !== undefined) onBegin(key.before)
    }
    if (!key.isScan) return false
    event.preventDefault()
    if (isEnd) end()
    else key.timer = setTimeout(end, patience)
    return true
  }

  return take
}

/** What is typed in a field stays there; the field of the lot reads it itself. */
function isText(target: EventTarget): boolean {
  return (target instanceof HTMLInputElement && target.type !== 'radio') || target instanceof HTMLTextAreaElement
}
