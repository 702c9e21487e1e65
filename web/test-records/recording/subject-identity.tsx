import { isOfOneName, type Subject } from '../../../contract/subjects/subject.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import type { Elements } from '../../ui/elements.ts'
import { useT } from '../../ui/phrases.ts'
import { useDates } from '../../preferences/use-dates.ts'
import * as styles from './subject-identity.module.css'

/** The subject in large type, to be read out or held against a document. */
export function SubjectIdentity({ subject, lastTest }: { subject: Subject; lastTest?: Elements }) {
  const t = useT()
  const dates = useDates()
  const subjects = useSubjectSettings()
  const name = [subject.firstName, subject.lastName].filter((part) => part !== null).join(' ')
  const isOneName = subjects.identifiesBy === 'names' && isOfOneName(subject)
  const lines =
    subject.kind === 'human'
      ? [
          ...(name === ''
            ? []
            : [{ label: t('fields:name'), value: isOneName ? t('recording:subject.oneName', { name }) : name }]),
          ...(subject.email === null ? [] : [{ label: t('fields:email'), value: <Breakable email={subject.email} /> }]),
          {
            label: t('fields:dateOfBirth'),
            value: subject.dateOfBirth ? dates.day(subject.dateOfBirth) : t('recording:subject.noDateOfBirth'),
          },
          ...(subject.localId === null ? [] : [{ label: t('fields:localId'), value: subject.localId }]),
        ]
      : [
          { label: subjects.customId1, value: subject.customId1 ?? '' },
          { label: subjects.customId2, value: subject.customId2 ?? '' },
        ]
  return (
    <dl className={styles.identity}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {lastTest}
    </dl>
  )
}

/** On a narrow screen an email breaks before its @ and not within a word. */
function Breakable({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  )
}
