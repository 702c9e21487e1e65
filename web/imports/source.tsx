import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { importAnswers } from '../../contract/imports/answers.ts'
import { noHeaderRow } from '../../contract/imports/header-row.ts'
import type { FileImport } from '../../contract/imports/import.ts'
import { mostRowsAbove } from '../../contract/limits-and-times.ts'
import { focusFormIn } from '../editing/focus-field.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { FilterSelect } from '../lists/filter-select.tsx'
import { Button } from '../ui/button.tsx'
import * as field from '../ui/field.module.css'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import * as styles from './file-card.module.css'
import { importRowsQuery, useAnswers, useOutdated } from './queries.ts'

interface Props {
  one: FileImport
  head: NonNullable<FileImport['head']>
  isOpen: boolean
  /** The heading that takes the focus when the file is read again. */
  next: RefObject<HTMLHeadingElement | null>
}

/** A file without further sheets has none to change to. */
function changeWords({ otherSheets = [] }: Props['head']) {
  return otherSheets.length > 0 ? 'importing:source.change' : 'importing:source.changeHeaders'
}

/** Where in the file the table is: its sheet and its row of headers, which somebody may know better. */
export function Source({ one, head, isOpen, next }: Props) {
  const t = useT()
  const [isChanging, setChanging] = useState(false)
  const { line, sheet, otherSheets = [] } = head
  if (line === undefined) return null
  const names = otherSheets.map(({ name, isHidden }) => (isHidden ? t('importing:source.hiddenSheet', { name }) : name))
  const isPlain = line === 1 && names.length === 0
  return (
    <>
      {!isPlain && (
        <p className={styles.columns}>
          {sheet !== undefined && names.length > 0 && <span>{`${t('importing:source.sheet', { name: sheet })} `}</span>}
          {names.length > 0 && <span>{`${t('importing:source.otherSheets', { names: names.join(', ') })}. `}</span>}
          <span>
            {line === noHeaderRow ? t('importing:source.noHeaders') : t('importing:source.headers', { line })}
          </span>
        </p>
      )}
      {isOpen &&
        (isChanging ? (
          <div ref={focusFormIn}>
            <SourceForm
              one={one}
              head={head}
              onDone={() => {
                setChanging(false)
                next.current?.focus()
              }}
            />
          </div>
        ) : (
          <div>
            <Button variant="default" onClick={() => setChanging(true)}>
              {t(changeWords(head))}
            </Button>
          </div>
        ))}
    </>
  )
}

/** The choices have a text, because those of a list do. */
type Choice = { headerRow: string | undefined; sheet: string | undefined }

/** The most characters of a row that is shown among the choices. */
const mostShown = 60

function SourceForm({ one, head, onDone }: Omit<Props, 'isOpen' | 'next'> & { onDone: () => void }) {
  const t = useT()
  const send = useAnswers(one.id)
  const outdated = useOutdated(one.id)
  const rows = useQuery(importRowsQuery(one, { outcome: undefined, perPage: '25' }))
  const { headerRow = null, sheet = null } = one.answers ?? {}
  const initial: Choice = { headerRow: headerRow?.toString(), sheet: sheet ?? undefined }
  const form = useForm<typeof importAnswers, Choice>({ schema: importAnswers, initial })
  const { values, set } = form
  const submission = useSubmit(form, {
    failed: 'importing:ask.failed',
    read: () => ({
      candidate: {
        ...one.answers,
        columns: null,
        headerRow: values.headerRow === undefined ? null : Number(values.headerRow),
        sheet: values.sheet ?? null,
      },
    }),
    send: (body) => send(body, { 'If-Match': `"${one.version}"` }),
    onFailure: outdated,
    onDone,
  })
  const known = [{ line: head.line ?? noHeaderRow, cells: head.headers }, ...(rows.data?.data ?? [])]
  const offered = known
    .filter(({ line }) => line !== noHeaderRow && line <= mostRowsAbove)
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, cells }) => {
      const text = cells.filter((cell) => cell !== null && cell.trim() !== '').join(' · ')
      return { value: String(line), label: t('importing:source.row', { line, cells: text.slice(0, mostShown) }) }
    })
  const none = { value: String(noHeaderRow), label: t('importing:source.none') }
  const sheets = [head.sheet ?? '', ...(head.otherSheets ?? []).map(({ name }) => name)]
  return (
    <Form {...submission} label={t(changeWords(head))}>
      <p className={field.hint}>{t('importing:source.intro')}</p>
      {sheets.length > 1 && (
        <FilterSelect
          label={t('importing:source.sheetLabel')}
          any={t('importing:source.firstSheet')}
          value={values.sheet}
          options={[{ options: sheets.map((name) => ({ value: name, label: name })) }]}
          onChange={(chosen) => set('sheet', chosen)}
        />
      )}
      <FilterSelect
        label={t('importing:source.headerRow')}
        any={t('importing:source.found')}
        value={values.headerRow}
        options={[{ options: [none, ...offered] }]}
        onChange={(chosen) => set('headerRow', chosen)}
      />
      <div>
        <Button type="submit" isPending={submission.isPending}>
          {t('importing:source.submit')}
        </Button>
      </div>
    </Form>
  )
}
