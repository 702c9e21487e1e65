import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { PossibleDuplicate, SubjectMerge } from '../../contract/subjects/merging.ts'
import type { PersonPart } from '../../contract/subjects/person-parts.ts'
import { subjectName, type SubjectDetails, type WholeIdentity } from '../../contract/subjects/subject.ts'
import { folded } from '../../contract/rules/folding.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { differencesOf, type IdentityField } from '../editing/identity-differences.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { focusDetail } from '../lists/detail-page.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { NotLoaded } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import { duplicatesQuery, mergesQuery, useUndo } from './merge-queries.ts'
import { Tests } from './merge-table.tsx'
import * as styles from './subject-merging.module.css'

interface Props {
  subject: SubjectDetails
  level: 2 | 3
}

/** This many are visible at first; a press shows the others. */
const shownAtOnce = 3

/**
 * The possible duplicates of a subject, and the subjects that were merged into it. Renders nothing if there are
 * neither.
 */
export function SubjectMerging({ subject, level }: Props) {
  return (
    <>
      <Duplicates subject={subject} />
      <Merges subject={subject} level={level} />
    </>
  )
}

function Duplicates({ subject }: { subject: SubjectDetails }) {
  const t = useT()
  const duplicates = useQuery(duplicatesQuery(subject.id))
  const found = duplicates.data?.data ?? []
  const [first, more] = [found.slice(0, shownAtOnce), found.slice(shownAtOnce)]
  if (duplicates.isError) return <NotLoaded query={duplicates} failed={t('merging:failed')} isPart />
  if (found.length === 0) return null
  return (
    <Alert
      tone="notice"
      title={t(subject.kind === 'human' ? 'merging:duplicates.title' : 'merging:duplicates.titleOther')}
    >
      <List subject={subject} duplicates={first} />
      {more.length > 0 && (
        <details>
          <summary className={styles.more}>{t('merging:duplicates.more', { count: more.length })}</summary>
          <List subject={subject} duplicates={more} />
        </details>
      )}
    </Alert>
  )
}

function List({ subject, duplicates }: { subject: SubjectDetails; duplicates: readonly PossibleDuplicate[] }) {
  const t = useT()
  const placeName = usePlaceName()
  const dates = useDates()
  const search = useSearch({ from: '/logged-in/subjects' })
  // A server of the version before tells no parts.
  const named = (parts: readonly PersonPart[] | undefined) =>
    (parts ?? []).map((part) => t(`personParts:${part}`)).join(', ')
  return (
    <ul className={styles.duplicates}>
      {duplicates.map(({ subject: other, reason, agrees, differs }) => {
        const name = subjectName(other) ?? t('lists:anonymized')
        return (
          <li key={other.id}>
            <div className={styles.about}>
              <strong>{name}</strong>
              <span>{t(`merging:reason.${reason === 'same-identifiers' ? sameOf(subject, other) : reason}`)}</span>
              {named(agrees) !== '' && (
                <span className={styles.facts}>{t('merging:agrees', { parts: named(agrees) })}</span>
              )}
              {named(differs) !== '' && <span>{t('merging:differs', { parts: named(differs) })}</span>}
              <span className={styles.facts}>
                {other.dateOfBirth !== null && (
                  <span>{`${t('merging:born', { date: dates.day(other.dateOfBirth) })} · `}</span>
                )}
                <Tests subject={other} />
                <span>{` · ${other.groups.map(placeName).join('; ')}`}</span>
              </span>
            </div>
            <FormLink target={paths.compareSubjects(subject.id, other.id, search)} variant="default">
              <span>{t('merging:compare')}</span>
              <span className="visually-hidden">{name}</span>
            </FormLink>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * What names whoever was merged: the name alone, what is known beside it, and the name with what tells apart whom the name alone would
 * not. `keptName` names whoever was kept in that way, if both have one name.
 */
function useNames({ identity }: SubjectMerge, kept: SubjectDetails, others: readonly SubjectMerge[]) {
  const t = useT()
  const dates = useDates()
  const plain = (identity && subjectName(identity)) ?? t('lists:anonymized')
  if (identity === null) return { plain, about: [], name: plain, keptName: undefined }
  const told = (whose: WholeIdentity, fields: readonly IdentityField[]) =>
    fields.flatMap((field) => {
      const value = whose[field]
      if (value === null || value === plain) return []
      return [field === 'dateOfBirth' ? t('merging:born', { date: dates.day(value) }) : value]
    })
  const named = (whose: WholeIdentity) => {
    const facts = told(whose, tellingApart(identity, kept)).join(' · ')
    const one = subjectName(whose) ?? plain
    return facts === '' ? one : t('merging:told', { name: one, facts })
  }
  const isAlike = (other: WholeIdentity | null) => folded((other && subjectName(other)) ?? '') === folded(plain)
  const isOfKept = isAlike(kept)
  return {
    plain,
    about: told(identity, aboutPerson),
    name: isOfKept || others.some((other) => isAlike(other.identity)) ? named(identity) : plain,
    keptName: isOfKept ? named(kept) : undefined,
  }
}

/** What is shown of somebody beside their name. */
const aboutPerson = ['dateOfBirth', 'email', 'localId'] as const

/** What tells two people of one name apart: what they differ in, or all that is known of them if that is nothing. */
function tellingApart(one: WholeIdentity, other: WholeIdentity): readonly IdentityField[] {
  const { different, onlyOne } = differencesOf(one, other, aboutPerson)
  const differing = [...different, ...onlyOne]
  return differing.length > 0 ? differing : aboutPerson
}

function sameOf(one: WholeIdentity, other: WholeIdentity): 'email' | 'localId' | 'customIds' {
  if (one.customId1 !== null) return 'customIds'
  return one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase() ? 'email' : 'localId'
}

function Merges({ subject, level }: Props) {
  const t = useT()
  const Heading = `h${level}` as const
  const merges = useQuery(mergesQuery(subject.id)).data?.data ?? []
  if (merges.length === 0) return null
  return (
    <section className={styles.merges}>
      <Heading className={styles.title}>{t('merging:merged')}</Heading>
      <ul>
        {merges.map((merge) => (
          <Merged key={merge.id} merge={merge} kept={subject} others={merges.filter((other) => other !== merge)} />
        ))}
      </ul>
    </section>
  )
}

function Merged({
  merge,
  kept,
  others,
}: {
  merge: SubjectMerge
  kept: SubjectDetails
  /** The other merges into the same subject. */
  others: readonly SubjectMerge[]
}) {
  const t = useT()
  const dates = useDates()
  const undo = useUndo(merge)
  const { tests: count, testsStaying = 0, mergedAt, mergedBy, undoUntil } = merge
  const { plain, about, name, keptName } = useNames(merge, kept, others)
  const by = t('merging:merged.by', { date: dates.dayOf(mergedAt), name: mergedBy ?? t('lists:unknownPerson') })
  return (
    <li>
      <div className={styles.about}>
        <span>
          <strong>{plain}</strong>
          {about.length > 0 && <span>{` · ${about.join(' · ')}`}</span>}
        </span>
        <span className={styles.facts}>
          {`${by} · ${count === 0 ? t('merging:merged.noTests') : t('merging:merged.tests', { count })}`}
        </span>
      </div>
      <div className={styles.undo}>
        <Actions>
          <Action
            icon={IconArrowBackUp}
            word={t('merging:undo')}
            label={t('merging:undoOf', { name })}
            isPending={undo.isPending}
            onAct={() => undo.mutate(undefined, { onSuccess: focusDetail })}
            confirm={{
              title: t('merging:undo.title', { name }),
              text: [
                count === 0 ? t('merging:undo.noTests', { name }) : t('merging:undo.text', { name, count }),
                keptName !== undefined && t('merging:undo.keeps', { name: keptName }),
                testsStaying > 0 && t('merging:undo.staying', { name, count: testsStaying }),
              ]
                .filter(Boolean)
                .join(' '),
              stay: t('merging:undo.stay'),
              leave: t('merging:undo.leave'),
            }}
          />
        </Actions>
        <span className={styles.facts}>{t('merging:until', { date: dates.dayOf(undoUntil) })}</span>
      </div>
    </li>
  )
}
