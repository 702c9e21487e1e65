import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Change, historyEndpoint } from '../../contract/history.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { useT, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { Time } from './cells.tsx'
import styles from './history.module.css'
import { PartList, PartRow } from './part-list.tsx'

type Changes = Reply<ReturnType<typeof historyEndpoint>>

interface Props<K extends QueryKey> {
  level: 2 | 3
  /** The page that a cursor leads to; the first without one. */
  query: (cursor: string | undefined) => UseQueryOptions<Changes, Error, Changes, K>
  /** How fields are called here, where that is not what they are called everywhere. */
  labels?: Partial<Record<string, string>>
}

/** What was done to the row of a page: by whom, when, and what each field said before and after. */
export function History<K extends QueryKey>({ level, query, labels = {} }: Props<K>) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.history')}
      level={level}
      query={query}
      none={t('history:none')}
      row={(change) => (
        <PartRow
          main={t(`history:action.${change.action}`)}
          second={
            <>
              {t('history:by', { name: change.by ?? t('lists:unknownPerson') })}
              <Fields fields={change.fields} labelOf={(field) => labels[field] ?? fieldLabel(t, field)} />
            </>
          }
          end={<Time at={change.at} />}
        />
      )}
    />
  )
}

function Fields({ fields, labelOf }: { fields: Change['fields']; labelOf: (field: string) => string }) {
  const t = useT()
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map(({ field, from, to }) => (
        <li key={field}>
          {labelOf(field)}
          {(from !== null || to !== null) && (
            <>
              {': '}
              <del>{from ?? t('history:nothing')}</del> → <ins>{to ?? t('history:nothing')}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function fieldLabel(t: Translate, field: string): string {
  const key = `fields:${field}` as PhraseKey
  const label = t(key)
  return label === key ? t('fields:other') : label
}
