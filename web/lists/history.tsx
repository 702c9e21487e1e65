import type { ComponentProps } from 'react'
import type { Change, Happening, historyEndpoint } from '../../contract/history.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query.ts'
import { useT } from '../ui/phrases.ts'
import { fieldLabel } from '../ui/use-form.ts'
import { Time } from './cells.tsx'
import * as styles from './history.module.css'
import { PartList, PartRow } from './part-list.tsx'
import { TrailLink } from './trail-link.tsx'

/** The endpoint that lists the changes of a noun's rows. */
export type HistoryEndpoint = Omit<ReturnType<typeof historyEndpoint>, 'requires'> & Pick<Endpoint, 'requires'>

/** Turns a stored code into words, by field. */
export type FieldWords = Partial<Record<string, (code: string) => string>>

interface Props {
  level: 2 | 3
  /** The resource, as the audit trail names it. */
  of: ComponentProps<typeof TrailLink>
  endpoint: HistoryEndpoint
  /** Field labels that differ here from their usual ones. */
  labels?: Partial<Record<string, string>>
  words?: FieldWords
  /** Says that the row was changed, where the usual word is not enough. */
  changed?: string
}

/** The changes to one row: by whom, when, and each field's value before and after. */
export function History({ level, of, endpoint, labels = {}, words = {}, changed }: Props) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.history')}
      level={level}
      query={(cursor) => queryOf(endpoint, { params: { id: of.resource }, query: { ...(cursor && { cursor }) } })}
      none={t('history:none')}
      more={<TrailLink {...of} />}
      row={(change) => (
        <PartRow
          main={
            happened(change.action) === 'changed' && changed ? changed : t(`history:action.${happened(change.action)}`)
          }
          second={
            <>
              <span>{t('lists:by', { name: change.by ?? t('lists:unknownPerson') })}</span>
              <Fields
                fields={change.fields}
                labelOf={(field) =>
                  field
                    .split('.')
                    .map((part) => labels[part] ?? fieldLabel(part))
                    .join(': ')
                }
                wordsOf={(field, code) => words[field]?.(code) ?? code}
              />
            </>
          }
          end={<Time at={change.at} />}
        />
      )}
    />
  )
}

/** What happened to the row, without what the row is. */
function happened(action: Change['action']): Happening {
  // The contract's type of an action says so.
  return action.slice(action.indexOf('.') + 1) as Happening
}

interface FieldsProps {
  fields: Change['fields']
  labelOf: (field: string) => string
  wordsOf: (field: string, code: string) => string
}

function Fields({ fields, labelOf, wordsOf }: FieldsProps) {
  const t = useT()
  const said = (field: string, value: string | null) => (value === null ? t('lists:nothing') : wordsOf(field, value))
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map(({ field, from, to }) => (
        <li key={field}>
          <span>{from !== null || to !== null ? `${labelOf(field)}: ` : labelOf(field)}</span>
          {(from !== null || to !== null) && (
            <>
              <del>{said(field, from)}</del>
              <span>{' → '}</span>
              <ins>{said(field, to)}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
