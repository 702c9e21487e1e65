import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useT } from '../../ui/phrases.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { KitReading } from './kit-code.ts'
import { mayBeKitCode } from './use-kit-code.ts'

interface Props {
  lot: string
  onChange: (lot: string) => void
  /** Reads what may be the code of a kit, and fills in what that says. */
  readCode: (text: string, origin: 'field') => Promise<KitReading | undefined>
  error: string | undefined
}

/** The lot, as it is typed; or the code of the kit, as a scanner types it, or pasted: then what was here before stays, or the code's lot. */
export function LotField({ lot, onChange, readCode, error }: Props) {
  const t = useT()
  const before = useRef(lot)

  async function read(text: string): Promise<KitReading['kind'] | undefined> {
    const reading = await readCode(text, 'field')
    if (reading?.kind === 'refused') onChange(before.current)
    return reading?.kind
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || !mayBeKitCode(lot)) return
    // A scanner ends what it types with Enter, which would send the form.
    event.preventDefault()
    const { form } = event.currentTarget
    void read(lot).then((kind) => kind === 'lot' && form?.requestSubmit())
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    if (!mayBeKitCode(text)) return
    event.preventDefault()
    void read(text).then((kind) => kind === 'lot' && onChange(text.trim()))
  }

  return (
    <TextField
      name="lot"
      label={t('recording:test.lot')}
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
        if (lot !== before.current && mayBeKitCode(lot)) void read(lot)
      }}
      error={error}
    />
  )
}
