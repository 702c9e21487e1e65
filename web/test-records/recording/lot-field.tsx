import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { readKitCode } from '../../../contract/rules/gs1.ts'
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

/**
 * The lot, as it is typed; or the code of the kit, pasted, or typed by a scanner that is as slow as a person or types no keys: then
 * what was here before stays, or the code's lot. Scanners that are quick are dealt with wherever the focus is (`useScanner`).
 */
export function LotField({ label, lot, onChange, readCode, error }: Props) {
  const before = useRef(lot)

  async function read(text: string): Promise<LotReading['kind'] | undefined> {
    const reading = await readCode(codeIn(text) ?? text, 'field')
    if (reading?.kind === 'refused') onChange(before.current)
    if (reading?.kind === 'lot') {
      before.current = reading.lot
      if (reading.lot !== text) onChange(reading.lot)
    }
    return reading?.kind
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || codeIn(lot) === undefined) return
    // A scanner ends what it types with Enter, which would send the form.
    event.preventDefault()
    const { form } = event.currentTarget
    void read(lot).then((kind) => kind === 'lot' && form?.requestSubmit())
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    if (codeIn(text) === undefined) return
    event.preventDefault()
    void read(text).then((kind) => kind === 'lot' && onChange(text.trim()))
  }

  return (
    <TextField
      name="lot"
      label={label}
      isOptional
      value={lot}
      autoComplete="off"
      onFocus={() => {
        before.current = lot
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => {
        if (lot !== before.current) void read(lot)
      }}
      error={error}
    />
  )
}

/** The code in a text, also behind an earlier lot; undefined for a lot alone. */
function codeIn(text: string): string | undefined {
  const parts = beginningsIn(text).map((at) => text.slice(at))
  const isRead = (part: string) => typeof readKitCode(part) === 'object'
  return parts.find(isRead) ?? (readKitCode(text) === undefined ? undefined : text)
}
