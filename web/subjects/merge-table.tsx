import type { ReactNode } from 'react'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { differencesOf, identityFields, type IdentityField } from '../editing/identity-differences.ts'
import { Time } from '../lists/cells.tsx'
import { useDetailWords } from '../lists/person-details.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { breakable } from '../ui/facts.tsx'
import { useT } from '../ui/phrases.ts'
import { detailDifferencesOf } from './comparison.ts'
import * as styles from './merge-table.module.css'

interface Props {
  /** The two, in the order of their columns. */
  pair: readonly [OpenedSubject, OpenedSubject]
  names: readonly [string, string]
  /** The id of the subject that is kept, and the handler of a change; undefined if the two cannot be merged. */
  keeping: { id: string; onChoose: (id: string) => void } | undefined
}

/** Two subjects side by side, of which one is chosen to be kept. Differences are marked by a word, too. */
export function MergeTable(props: Props) {
  const t = useT()
  if (props.keeping === undefined) return <Table {...props} />
  return (
    <fieldset role="radiogroup">
      <legend className={styles.legend}>{t('merging:keep')}</legend>
      <Table {...props} />
    </fieldset>
  )
}

function Table({ pair, names, keeping }: Props) {
  const t = useT()
  const placeName = usePlaceName()
  const dates = useDates()
  const labels = useFieldLabels()
  const [one, other] = pair
  const fields = identityFields(one.kind)
  const wordsOf = useDetailWords()
  const differences = differencesOf(one, other, fields)
  const ofDetails = detailDifferencesOf(one, other)
  const knownKinds = one.keptDetails.filter((kind) => one.details[kind] !== null || other.details[kind] !== null)

  function markOf<Field>({ different, onlyOne }: Record<'different' | 'onlyOne', Field[]>, field: Field) {
    if (different.includes(field)) return t('merging:different')
    return onlyOne.includes(field) ? t('merging:onlyOne') : undefined
  }

  function valueOf(subject: SubjectDetails, field: IdentityField): string | null {
    const value = subject[field]
    return field === 'dateOfBirth' && value !== null ? dates.day(value) : value
  }

  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('merging:table')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('merging:known')}</span>
          </th>
          {pair.map(({ id }, index) => (
            <th key={id} scope="col">
              {keeping === undefined ? (
                names[index]
              ) : (
                <label className={styles.option}>
                  <input type="radio" name="kept" checked={id === keeping.id} onChange={() => keeping.onChoose(id)} />
                  <span>
                    <span>{names[index]}</span>
                    <span className={styles.fate} data-kept={id === keeping.id || undefined}>
                      {t(id === keeping.id ? 'merging:stays' : 'merging:goes')}
                    </span>
                  </span>
                </label>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Row
            key={field}
            label={labels[field]}
            mark={markOf(differences, field)}
            cells={pair.map((each) => valueOf(each, field))}
          />
        ))}
        {knownKinds.map((kind) => (
          <Row
            key={kind}
            label={t(`personDetails:kind.${kind}`)}
            mark={markOf(ofDetails, kind)}
            cells={pair.map(({ details }) => wordsOf(details, kind))}
          />
        ))}
        <Row label={t('fields:groups')} cells={pair.map(({ groups }) => groups.map(placeName).join('\n'))} />
        {one.kind === 'human' && (
          <Row label={t('subjects:account')} cells={pair.map(({ account }) => account?.email ?? null)} />
        )}
        <Row
          label={t('subjects:tests')}
          cells={pair.map((each) => (
            <Tests key={each.id} subject={each} />
          ))}
        />
        <Row label={t('subjects:added')} cells={pair.map(({ addedAt }) => dates.dayOf(addedAt))} />
      </tbody>
    </table>
  )
}

export function useFieldLabels(): Record<IdentityField, string> {
  const t = useT()
  const { customId1, customId2 } = useSubjectSettings()
  return {
    firstName: t('fields:firstName'),
    lastName: t('fields:lastName'),
    dateOfBirth: t('fields:dateOfBirth'),
    email: t('fields:email'),
    localId: t('fields:localId'),
    customId1,
    customId2,
  }
}

export function Tests({ subject: { tests, lastTestedAt } }: { subject: SubjectDetails }) {
  const t = useT()
  if (tests === 0) return <span>{t('merging:noTests')}</span>
  return (
    <>
      <span>{t('lists:tests', { count: tests })}</span>
      {lastTestedAt !== null && (
        <>
          <span>{`, ${t('merging:lastTest')} `}</span>
          <Time at={lastTestedAt} />
        </>
      )}
    </>
  )
}

function Row({ label, mark, cells }: { label: string; mark?: string | undefined; cells: readonly ReactNode[] }) {
  const t = useT()
  const [one, other] = cells
  const none = <span className={styles.nothing}>{t('merging:nothing')}</span>
  const shown = (cell: ReactNode) => (typeof cell === 'string' && cell !== '' ? breakable(cell) : cell || none)
  return (
    <tr data-differs={mark !== undefined || undefined}>
      <th scope="row">
        <span>{label}</span>
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      </th>
      <td>{shown(one)}</td>
      <td>{shown(other)}</td>
    </tr>
  )
}
