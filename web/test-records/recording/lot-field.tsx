import { useRef, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import { plainCode, readKitCode } from '../../../contract/rules/gs1.ts'
import { TextField } from '../../ui/text-field.tsx'
import { beginningsIn } from '../scanning/scanner-keys.ts'

/** What became of what was typed: it is a lot, or the code of a kit that was filled in or refused. */
type LotReading = { kind: 'filled' | 'refused' } | { kind: 'lot'; lot: string }

interface Props {
  label: string
  lot: string
  onChange: (lot: string) => void
  /** Reads what may be the code of a kit, and fills in what that says. */
  readCode: (text: string, origin: 'field') => Promise<LotReading | undefined>
  error: string | undefined
}

/** A scanner that is as slow as a person makes no pause like this between two keys, in milliseconds. */
const pause = 400

/**
 * The lot, as it is typed; or the code of the kit, pasted, or typed by a scanner that is as slow as a person or types no keys: then
 * what was here before stays, or the code's lot. Scanners that are quick are dealt with wherever the focus is (`useScanner`).
 */
export function LotField({ label, lot, onChange, readCode, error }: Props) {
  /** What stood here at rest since it was last read, the newest last: what is typed may go on with it, replace it or stand for itself. */
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
    // What was filled in meanwhile was typed by nobody.
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
    // A scanner ends what it types with Enter, which would send the form.
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

/** Whether a text is what is left of another of which one stretch was deleted. */
function isTakenFrom(text: string, whole: string): boolean {
  if (text.length >= whole.length) return text === whole
  const at = [...text].findIndex((character, index) => character !== whole[index])
  return at === -1 || whole.endsWith(text.slice(at))
}

/** What stood in the field before the code that begins at a place of its text: what is before that place, or what the code replaced. */
function stoodBefore(text: string, at: number, stood: readonly string[]): string {
  // One or two characters may be what a scanner types before a code.
  if (at > 2) return text.slice(0, at)
  const isPartOfCode = (one: string) => one.length > at && text.startsWith(one)
  return stood.findLast((one) => !isPartOfCode(one)) ?? ''
}

/** What is a code, though it may be unreadable, behind a lot that stood here at rest; or the whole text. */
function codeBehind(text: string, stood: readonly string[]): { code: string; at: number } | undefined {
  const lots = stood.filter((one) => one !== '' && text.startsWith(one)).map(({ length }) => length)
  const at = [...lots, 0].find((begin) => readKitCode(text.slice(begin)) !== undefined)
  return at === undefined ? undefined : { code: text.slice(at), at }
}

/** The code in a text, also behind an earlier lot, and where it begins; undefined for a lot alone. */
function codeIn(text: string): { code: string; at: number } | undefined {
  const plain = plainCode(text)
  const parts = beginningsIn(plain).map((at) => ({ code: plain.slice(at), at }))
  return parts.find(({ code, at }) => isCode(code, at > 0))
}

/** Whether a text can be read as a code, or is of a kind that is known and not read. Behind something else, a number may be part of a lot. */
function isCode(text: string, isBehind: boolean): boolean {
  const code = readKitCode(text)
  if (code === 'hibc') return true
  return typeof code === 'object' && !(isBehind && code.isBare)
}
