import { useId, type ChangeEvent, type CompositionEvent } from 'react'
import { flushSync } from 'react-dom'
import { Field } from './field.tsx'
import { groupCode } from './grouped-code.ts'
import { useSettled } from './use-settled.ts'
import * as field from './field.module.css'
import * as styles from './code-field.module.css'

interface Props {
  name: string
  label: string
  help: string
  /** The code in groups of four, as shown. */
  value: string
  error: string | undefined
  /** Tells in words how much of the code has been typed. */
  count: string
  onChange: (grouped: string) => void
  /** Extracts the code from pasted text, such as a link. */
  read: (text: string) => string
}

/** A long code that is typed or pasted, shown in groups of four as in the message that it came with. */
export function CodeField({ name, label, help, value, error, count, onChange, read }: Props) {
  const countId = useId()
  // The count is announced when the typing pauses.
  const said = useSettled(value === '' ? '' : count, 1000)

  function show(input: HTMLInputElement) {
    const code = read(input.value)
    const { text, caret } = groupCode(code, code === input.value ? (input.selectionStart ?? undefined) : undefined)
    // Drawn at once: a value that changes later moves the caret to its end.
    flushSync(() => onChange(text))
    input.setSelectionRange(caret, caret)
  }

  function change(event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) {
    // Changing the text during composition would make the keyboard write its words twice.
    if ('isComposing' in event.nativeEvent && event.nativeEvent.isComposing) onChange(event.currentTarget.value)
    else show(event.currentTarget)
  }

  return (
    <div>
      <Field label={label} help={help} error={error}>
        {({ 'aria-describedby': described, ...control }) => (
          <input
            {...control}
            name={name}
            className={`${field.input} ${styles.code}`}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={[described, countId].filter(Boolean).join(' ')}
            value={value}
            onChange={change}
            onCompositionEnd={change}
          />
        )}
      </Field>
      <p id={countId} className={styles.count}>
        {count}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}
