import { useQuery } from '@tanstack/react-query'
import { isRead } from '../../contract/imports/destinations.ts'
import { importFieldGroups, type ImportField } from '../../contract/imports/fields.ts'
import type { FileImport } from '../../contract/imports/import.ts'
import { severalColumns } from '../../contract/imports/recognising.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { FilterSelect } from '../lists/filter-select.tsx'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import * as field from '../ui/field.module.css'
import { Form } from '../ui/form.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import * as styles from './columns-form.module.css'
import { lacksEmails, missingFields } from './fields.ts'
import { importRowsQuery, useAnswers, useOutdated } from './queries.ts'
import { columnsShown, noColumns, type Typed } from './typed.ts'

interface Props {
  one: FileImport
  head: NonNullable<FileImport['head']>
  form: Typed['columns']
  onDone: () => void
}

/** The most values that are shown of a column. */
const mostSamples = 3

/** Says for each column of an unknown file what it is. */
export function ColumnsForm({ one, head, form, onDone }: Props) {
  const t = useT()
  const { identifiesBy } = useSubjectSettings()
  const send = useAnswers(one.id)
  const sample = useQuery(importRowsQuery(one, { outcome: undefined, perPage: '5' }))
  const outdated = useOutdated(one.id)
  const columns = columnsShown(head, form)
  const submission = useSubmit(form, {
    failed: 'importing:ask.failed',
    read: () => {
      const missing = missingFields(columns)
      const twice = columns.filter(
        (name, at) => name !== null && !severalColumns.includes(name) && columns.indexOf(name) < at,
      )
      const words = (names: readonly (ImportField | null)[]) => ({
        fields: names.flatMap((name) => (name === null ? [] : [say(`importing:field.${name}`)])).join(', '),
      })
      return {
        candidate: { ...one.answers, columns },
        refusal:
          missing.length > 0
            ? say('importing:columns.missing', words(missing))
            : twice.length > 0
              ? say('importing:columns.twice', words([...new Set(twice)]))
              : undefined,
      }
    },
    send: (body) => send(body, { 'If-Match': `"${one.version}"` }),
    onFailure: outdated,
    onDone: () => {
      form.restart(() => noColumns)
      onDone()
    },
  })

  const groups = (['person', 'test'] as const).map((group) => ({
    label: t(`importing:columns.${group}`),
    options: importFieldGroups[group].filter(isRead).map((value) => ({ value, label: t(`importing:field.${value}`) })),
  }))
  const samplesOf = (at: number) => {
    const texts = (sample.data?.data ?? []).map(({ cells }) => cells[at]?.trim() ?? '')
    return [...new Set(texts)].filter((text) => text !== '').slice(0, mostSamples)
  }

  return (
    <Form {...submission} label={t('importing:step.file')}>
      <p className={field.hint}>{t('importing:columns.intro')}</p>
      <ul className={styles.columns}>
        {head.headers.map((header, at) => {
          const samples = samplesOf(at)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a column is known by its place
            <li key={at}>
              <FilterSelect<ImportField>
                label={header.trim() || t('importing:columns.column', { number: at + 1 })}
                any={t('importing:columns.none')}
                value={columns[at] ?? undefined}
                options={groups}
                onChange={(chosen) => form.set('columns', { ...form.values.columns, [at]: chosen ?? null })}
              />
              {samples.length > 0 && (
                <p className={styles.sample}>
                  <span>{`${t('importing:columns.sample')} `}</span>
                  <span className={styles.values}>{samples.join(' · ')}</span>
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {lacksEmails(columns, identifiesBy) && <Alert tone="notice">{t('importing:columns.noEmails')}</Alert>}
      {submission.refusal !== undefined && <Alert tone="danger">{submission.refusal}</Alert>}
      <div>
        <Button type="submit" isPending={submission.isPending}>
          {t('importing:columns.submit')}
        </Button>
      </div>
    </Form>
  )
}
