import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import { failureWords } from '../api/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { focusFirstError } from '../ui/use-form.ts'
import { useCorrection } from './queries.ts'
import { isElsewhere, Reasons } from './reasons.tsx'
import { headerAt } from './row-facts.ts'
import * as styles from './row-item.module.css'
import type { Typed } from './typed.ts'

interface Props {
  one: FileImport
  head: NonNullable<FileImport['head']>
  row: ImportRow
  kept: Typed['cells']
  onLast: () => void
}

/**
 * The cells of a row that are wrong, to be typed anew, with the reason at each. Enter has the row checked; the focus then goes
 * to the next row that waits.
 */
export function RowCorrection({ one, head, row: listed, kept, onLast }: Props) {
  const t = useT()
  const correct = useCorrection(one.id, listed.line)
  const form = useRef<HTMLFormElement>(null)
  /** The row as it was checked last, which is newer than the list for a moment. */
  const [checked, setChecked] = useState<{ row: ImportRow; after: ImportRow }>()
  const row = checked?.after === listed ? checked.row : listed
  const typed = kept.of(listed.line)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const { line, cells, problems } = row

  const textAt = (at: number) => typed.get(at) ?? cells[at] ?? ''
  const isAtCell = ({ column, code }: ImportRow['problems'][number]) => column !== null && !isElsewhere(code)
  const wrong = [...new Set(problems.filter(isAtCell).flatMap(({ column }) => column ?? []))]
  const others = cells.map((_, at) => at).filter((at) => !wrong.includes(at))
  const reasons = problems.filter((problem) => !isAtCell(problem))
  /** Nothing of it is wrong: to check its cells as they are is to take it. */
  const isOnlyHidden = problems.length > 0 && problems.every(({ code }) => code === 'hiddenRow')

  async function submit() {
    const changed = [...typed]
      .filter(([at, text]) => text !== (cells[at] ?? ''))
      .map(([column, text]) => ({ column, text }))
    if (changed.length === 0 && isOnlyHidden) {
      const column = cells.findIndex((cell) => cell !== null)
      changed.push({ column, text: cells[column] ?? '' })
    }
    if (changed.length === 0) {
      if (wrong.length === 0) openCells()
      return focusFirstError(form.current)
    }
    setPending(true)
    setError(undefined)
    try {
      const result = await correct(changed)
      flushSync(() => {
        setChecked({ row: result, after: listed })
        kept.forget(line)
      })
      showMessage(say(result.outcome === 'wrong' ? 'importing:row.stillWrong' : 'importing:row.corrected', { line }))
      // A row that waits for an answer about the file has no form any more.
      if (result.problems.some(({ code }) => !isElsewhere(code))) focusFirstError(form.current)
      else focusNext(form.current, onLast)
    } catch (failure) {
      setError(failureWords(failure, { failed: 'importing:row.correctFailed', hasFields: false }))
    } finally {
      setPending(false)
    }
  }

  /** For a row whose reason is at none of its cells. */
  function openCells() {
    const whole = form.current?.querySelector('details')
    if (whole) whole.open = true
    showMessage(say('importing:row.unchanged', { line }), 'notice')
  }

  const fieldAt = (at: number) => {
    const messages = problems.filter((problem) => isAtCell(problem) && problem.column === at)
    const isNew = typed.has(at) && typed.get(at) !== (cells[at] ?? '')
    const proposed = isNew ? undefined : messages.find((message) => message.proposed !== undefined)?.proposed
    return (
      <div key={at}>
        <TextField
          label={headerAt(head, at, (number) => t('importing:columns.column', { number }))}
          value={textAt(at)}
          error={isNew || messages.length === 0 ? undefined : messages.map(({ message }) => message).join('\n')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) =>
            kept.put(line, at, value === (cells[at] ?? '') ? undefined : value)
          }
        />
        {proposed !== undefined && (
          <Button variant="default" onClick={() => kept.put(line, at, proposed)}>
            {t('importing:row.take', { value: proposed })}
          </Button>
        )}
      </div>
    )
  }

  return (
    <div className={styles.correction} data-correction>
      <Form
        ref={form}
        error={error}
        isPending={isPending}
        label={t('importing:row.correctRow', { line })}
        onSubmit={() => void submit()}
      >
        {reasons.length > 0 && <Reasons problems={reasons} />}
        {wrong.length > 0 && <div className={styles.wrong}>{wrong.map(fieldAt)}</div>}
        <details className={styles.whole}>
          <summary>{t('importing:row.whole')}</summary>
          <div className={styles.cells}>{others.map(fieldAt)}</div>
        </details>
        <div className={styles.ways}>
          <Button type="submit" variant="default" isPending={isPending}>
            {t(isOnlyHidden && typed.size === 0 ? 'importing:row.takeHidden' : 'importing:row.correct')}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Moves the focus to the next row that waits, before this one leaves the list. */
function focusNext(form: HTMLFormElement | null, onLast: () => void): void {
  const all = [...document.querySelectorAll<HTMLFormElement>('[data-correction] form')]
  const at = all.findIndex((one) => one === form)
  const next = all[at + 1] ?? all[at - 1]
  const target = next?.querySelector<HTMLElement>('[aria-invalid="true"], input, button')
  if (target) target.focus()
  else onLast()
}
