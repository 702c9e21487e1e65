import type { WholeIdentity } from '../../contract/subjects/subject.ts'
import { useDates } from '../preferences/use-dates.ts'
import { breakable } from '../ui/facts.tsx'
import { useT } from '../ui/phrases.ts'
import type { IdentityField } from './identity-differences.ts'
import * as styles from './what-differs.module.css'

interface Props {
  /** What is compared, each with the head of its column. */
  one: { head: string; identity: Partial<WholeIdentity> }
  other: { head: string; identity: Partial<WholeIdentity> }
  fields: readonly IdentityField[]
}

/** What two people differ in, side by side. Nothing is shown for people who do not. */
export function WhatDiffers({ one, other, fields }: Props) {
  const t = useT()
  const { day } = useDates()
  const shown = (field: IdentityField, identity: Partial<WholeIdentity>) => {
    const value = identity[field] ?? ''
    return field === 'dateOfBirth' ? day(value) : breakable(value)
  }
  if (fields.length === 0) return null
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('subjectSearch:differs')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('subjectSearch:differs.what')}</span>
          </th>
          <th scope="col">{one.head}</th>
          <th scope="col">{other.head}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{t(`fields:${field}`)}</th>
            <td>{shown(field, one.identity)}</td>
            <td>{shown(field, other.identity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
