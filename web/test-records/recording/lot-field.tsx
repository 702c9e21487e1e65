import { useRef, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import { plainCode, readKitCode } from '../../../contract/rules/gs1.ts'
import { TextField } from '../../ui/text-field.tsx'
import { beginningsIn } from '../scanning/scanner-keys.ts'

/** The typed text was a lot, or a kit's code that was filled in or refused. */
type LotReading = { kind: 'filled' | 'refused' } | { kind: 'lot'; lot: string }

interface Props {
  label: string
  lot: string
  onChange: (lot: string) => void
  /** Reads a possible kit code and fills in its contents. */
  readCode: (text: string, origin: 'field') => Promise<LotReading | undefined>
  error: string | undefined
}

/** Even a slow scanner pauses for less than this between two keys, in milliseconds. */
const pause = 400

/**
 * The lot as typed, or the code of the kit when it is pasted or comes from a slow scanner or one that sends no key
 * events. After a code the field shows its previous text or the code's lot. Fast scanners are handled wherever the
 * focus is (`useScanner`).
 */
export function LotField({ label, lot, onChange, readCode, error }: Props) {
  /**
   * The resting texts of the field since it was last read, newest last. Typing may extend them, replace them or be
   * unrelated.
   */
  const stood = useRef([lot])
  const typed = useRef({ lot, at: 0 })

  function rest(...lots: string[]) {
    stood.current = lots
    typed.current = { lot: lots.at(-1) ?? '', at: 0 }
  }

  function put(next: string) {
    rest(next)
    onChange(next)
  }

  function type(event: ChangeEvent<HTMLInputElement>) {
    const next = event.currentTarget.value
    // A value that was filled in from outside was not typed.
    if (lot !== typed.current.lot) rest(lot)
    if (isTakenFrom(next, lot)) stood.current.push(next)
    else if (!isTakenFrom(lot, next) || event.timeStamp - typed.current.at > pause) stood.current.push(lot)
    typed.current = { lot: next, at: event.timeStamp }
    onChange(next)
  }

  async function read(text: string): Promise<LotReading['kind'] | undefined> {
    const found = codeIn(text) ?? codeBehind(text, stood.current)
    const reading = await readCode(found?.code ?? text, 'field')
    if (reading?.kind === 'refused') put(stoodBefore(text, found?.at ?? 0, stood.current))
    if (reading?.kind === 'lot') {
      rest(reading.lot)
      if (reading.lot !== text) onChange(reading.lot)
    }
    return reading?.kind
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || (codeIn(lot) ?? codeBehind(lot, stood.current)) === undefined) return
    // A scanner ends its input with Enter, which would submit the form.
    event.preventDefault()
    const { form } = event.currentTarget
    void read(lot).then((kind) => kind === 'lot' && form?.requestSubmit())
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    const found = codeIn(text) ?? codeBehind(text, [])
    if (found === undefined) return
    event.preventDefault()
    void readCode(found.code, 'field').then((reading) => reading?.kind === 'lot' && put(reading.lot))
  }

  return (
    <TextField
      name="lot"
      label={label}
      isOptional
      value={lot}
      autoComplete="off"
      onChange={type}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => {
        if (lot === typed.current.lot && lot !== stood.current[0]) void read(lot)
      }}
      error={error}
    />
  )
}

/** True if one text can be made from the other by deleting a single stretch. */
function isTakenFrom(text: string, whole: string): boolean {
  if (text.length >= whole.length) return text === whole
  const at = [...text].findIndex((character, index) => character !== whole[index])
  return at === -1 || whole.endsWith(text.slice(at))
}

/** Returns the field's text before a code: what stands before `at`, or the text that the code replaced. */
function stoodBefore(text: string, at: number, stood: readonly string[]): string {
  // One or two characters may be a scanner's prefix.
  if (at > 2) return text.slice(0, at)
  const isPartOfCode = (one: string) => one.length > at && text.startsWith(one)
  return stood.findLast((one) => !isPartOfCode(one)) ?? ''
}

/** Finds a code, possibly unreadable, after a lot that stood here at rest; otherwise returns the whole text. */
function codeBehind(text: string, stood: readonly string[]): { code: string; at: number } | undefined {
  const lots = stood.filter((one) => one !== '' && text.startsWith(one)).map(({ length }) => length)
  const at = [...lots, 0].find((begin) => {
    const rest = text.slice(begin)
    // One in ten numbers of eight digits is a product's by chance.
    return readKitCode(rest) !== undefined && (begin === 0 || rest.length > 8)
  })
  return at === undefined ? undefined : { code: text.slice(at), at }
}

/** Finds a code and its start, even after an earlier lot; undefined for a plain lot. */
function codeIn(text: string): { code: string; at: number } | undefined {
  const plain = plainCode(text)
  const parts = beginningsIn(plain).map((at) => ({ code: plain.slice(at), at }))
  return parts.find(({ code, at }) => isCode(code, at > 0))
}

/**
 * True if a text can be read as a code, or is of a known kind that is not read. After other text, a bare number may be
 * part of a lot.
 */
function isCode(text: string, isBehind: boolean): boolean {
  const code = readKitCode(text)
  if (code === 'hibc') return true
  return typeof code === 'object' && !(isBehind && code.isBare)
}
