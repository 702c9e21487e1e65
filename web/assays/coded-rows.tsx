import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field-error.tsx'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import * as styles from './coded-rows.module.css'
import type { TypedRow } from './typed-assay.ts'

interface Props {
  name: 'analytes' | 'specimens'
  rows: readonly TypedRow[]
  errors: FieldErrors
  /** True if each row may have a LOINC code besides that of SNOMED CT. */
  hasLoinc?: boolean
  /** True if there must be at least one row. */
  isNeeded?: boolean
  words: { legend: string; help: string; row: (number: number) => string; add: string }
  onChange: (rows: readonly TypedRow[]) => void
}

let added = 0

/** Named things with codes, in an order: each can be typed, moved or removed, and new ones are added at the end. */
export function CodedRows({ name, rows, errors, hasLoinc = false, isNeeded = false, words, onChange }: Props) {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const error = errors[name]

  /**
   * Changes the rows and moves the focus to a row, because the focused button may have moved or gone; without rows, to
   * the button that adds one.
   */
  function change(next: readonly TypedRow[], at: number, what: string) {
    flushSync(() => onChange(next))
    const row = list.current?.querySelectorAll('[role="group"]')[Math.min(at, next.length - 1)]
    const focused = row?.querySelector<HTMLElement>(what) ?? list.current?.querySelector<HTMLElement>('[data-add]')
    focused?.focus()
  }

  function add() {
    added += 1
    const key = `added ${added}`
    change([...rows, { key, id: null, name: '', loinc: '', snomed: '' }], rows.length, 'input')
  }

  function move(from: number, to: number) {
    const moved = rows[from]
    if (moved === undefined || to < 0 || to >= rows.length) return
    const others = rows.filter((row) => row !== moved)
    change(others.toSpliced(to, 0, moved), to, `[data-move="${to < from ? 'up' : 'down'}"]`)
  }

  function remove(at: number) {
    change(rows.toSpliced(at, 1), at, 'input')
  }

  return (
    <fieldset
      ref={list}
      className={styles.set}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={[`${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')}
    >
      <legend className={styles.legend}>{words.legend}</legend>
      <p id={`${id}-help`} className={styles.help}>
        {words.help}
      </p>
      {rows.map((row, index) => {
        const known = row.name.trim() || words.row(index + 1)
        const control = (part: 'name' | 'loinc' | 'snomed') => ({
          name: `${name}.${index}.${part}`,
          value: row[part],
          error: errors[`${name}.${index}.${part}`],
          autoComplete: 'off',
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange(rows.with(index, { ...row, [part]: event.currentTarget.value })),
        })
        return (
          <div key={row.key} className={styles.row} role="group" aria-label={words.row(index + 1)}>
            <div className={styles.head}>
              <span className={styles.number} aria-hidden>
                {words.row(index + 1)}
              </span>
              {rows.length > 1 && (
                <>
                  <RowButton
                    move="up"
                    label={t('assayForm:form.up', { name: known })}
                    isOff={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <RowButton
                    move="down"
                    label={t('assayForm:form.down', { name: known })}
                    isOff={index === rows.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                </>
              )}
              {!(isNeeded && rows.length === 1) && (
                <button
                  type="button"
                  className={styles.button}
                  aria-label={t('assayForm:form.remove', { name: known })}
                  onClick={() => remove(index)}
                >
                  <IconTrash size={18} aria-hidden />
                </button>
              )}
            </div>
            <TextField {...control('name')} label={t('fields:name')} />
            <div className={styles.codes}>
              {hasLoinc && <TextField {...control('loinc')} label={t('fields:loinc')} isOptional />}
              <TextField {...control('snomed')} label={t('fields:snomed')} isOptional inputMode="numeric" />
            </div>
          </div>
        )
      })}
      {rows.length < 20 && (
        <Button variant="default" data-add onClick={add}>
          <IconPlus size={18} aria-hidden />
          <span>{words.add}</span>
        </Button>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

interface RowButtonProps {
  move: 'up' | 'down'
  label: string
  /** True at the end of the list: the button stays visible and does nothing. */
  isOff: boolean
  onPress: () => void
}

function RowButton({ move, label, isOff, onPress }: RowButtonProps) {
  const Icon = move === 'up' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={styles.button}
      data-move={move}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onPress}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}
