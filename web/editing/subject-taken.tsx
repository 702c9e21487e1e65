import { useState } from 'react'
import { folded } from '../../contract/rules/folding.ts'
import { fieldOfPart, personParts, type PersonPart } from '../../contract/subjects/person-parts.ts'
import { subjectName, type FoundSubject } from '../../contract/subjects/subject.ts'
import type { KnowinglyLike, SubjectIdentity } from '../../contract/subjects/whole-subject.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import type { Elements } from '../ui/elements.ts'
import { shownWhole } from '../ui/in-sight.ts'
import { useT } from '../ui/phrases.ts'
import { useSubjectLookup } from '../subjects/queries.ts'
import { differencesOf } from './identity-differences.ts'
import * as styles from './subject-taken.module.css'
import { WhatDiffers } from './what-differs.tsx'

/** The field at which the server says that another subject has the value. */
export type TakenBy = 'email' | 'localId' | 'lastName' | 'customId1'

/** A value that another subject has, and that subject if the user may see it. */
interface Taken {
  by: TakenBy
  /** What was typed; of two custom IDs both, as `idsAsText` joins them, and of a name all that says who it is. */
  text: string
  holder: FoundSubject | undefined
  /** All that was typed. */
  typed: Typed
  /** What says that somebody of the same names and date of birth may be another person. */
  contradicts: readonly PersonPart[]
  /** True if only another group knows the subject; then nothing is refused. */
  isElsewhere?: boolean
}

type Typed = Partial<Record<TakenBy | 'firstName' | 'dateOfBirth' | 'customId2', string | null>>

/** The fields at which a failure can name another subject. Who may be another person differs at further ones. */
const asked = ['lastName', 'email', 'localId', 'customId1'] as const

/** What the user keeps although another subject has it. */
export type Kept = Partial<Record<TakenBy, string>>

/** What confirms values which another subject has and which the user keeps. */
export function confirmed(body: { kind: SubjectIdentity['kind'] } & Typed, kept: Kept): KnowinglyLike {
  const { localId, lastName, customId1, customId2 } = body
  if (body.kind === 'non-human') {
    const isKept = idsAsText({ customId1: customId1 ?? '', customId2: customId2 ?? '' }) === kept.customId1
    return isKept ? { hasSimilarIds: true } : {}
  }
  return {
    ...(localId && localId === kept.localId && { isLocalIdShared: true }),
    ...(lastName && namesAsText(body) === kept.lastName && { isNamesake: true }),
  }
}

/** What the buttons say that keep a value although another subject has it. */
export const keepWords = {
  email: 'subjectSearch:elsewhere.keep',
  localId: 'subjectSearch:taken.keep',
  lastName: 'subjectSearch:taken.isNamesake',
  customId1: 'subjectSearch:taken.isAnother',
} as const

/** Joins two custom IDs, which identify a subject together. */
function idsAsText({ customId1, customId2 }: { customId1: string; customId2: string }): string {
  return `${customId1} · ${customId2}`
}

function namesAsText({ firstName, lastName, dateOfBirth }: Typed): string {
  return [firstName, lastName, dateOfBirth].join(' · ')
}

/**
 * Finds the subject that has an email, a local ID, names and a date of birth, or similar custom IDs that the server refused.
 * `besides` is the id of the subject being edited.
 */
export function useTaken(groupId: string | null, besides?: string) {
  const lookup = useSubjectLookup()
  const [taken, setTaken] = useState<Taken>()

  /**
   * Looks up the owner of a value that a failure reports as taken; other failures change nothing. Resolves to true once the
   * question about it says what the failure says at fields.
   */
  async function ask(error: unknown, typed: Typed): Promise<boolean> {
    setTaken(undefined)
    if (!(error instanceof ApiError) || error.code !== 'duplicate') return false
    const errors = fieldErrors(error)
    const by = asked.find((field) => errors[field] !== undefined)
    const text = by && typed[by]
    if (by === undefined || !text || groupId === null) return false
    const { firstName, dateOfBirth } = typed
    const customId2 = typed.customId2 ?? ''
    if (by === 'lastName' && !dateOfBirth) return false
    const wanted = {
      email: () => ({ groupId, email: text }),
      localId: () => ({ groupId, localId: text, ...(besides && { besides }) }),
      lastName: () => ({
        groupId,
        ...(firstName ? { firstName } : { hasOneName: true as const }),
        lastName: text,
        dateOfBirth: dateOfBirth ?? '',
        ...(besides && { besides }),
      }),
      customId1: () => ({ groupId, customId1: text, customId2 }),
    }[by]()
    // An owner who cannot be seen, or not at present, is not named.
    const holder = await lookup.mutateAsync(wanted).catch(() => undefined)
    const isAsked = holder?.id !== besides && (by !== 'customId1' || holder?.groupId === groupId)
    setTaken({
      by,
      text:
        by === 'customId1' ? idsAsText({ customId1: text, customId2 }) : by === 'lastName' ? namesAsText(typed) : text,
      // The server means a subject of this group; the lookup may have found the same custom IDs in another one.
      holder: isAsked ? holder : undefined,
      typed,
      contradicts: by === 'lastName' ? personParts.filter((part) => part !== by && fieldOfPart[part] in errors) : [],
    })
    return true
  }

  /**
   * Looks up who has this email in other groups than `groups`, among the groups that the user sees. Nobody in an
   * invisible group is found, and a failed request holds nothing up.
   */
  async function askElsewhere(email: string, groups: readonly string[]): Promise<FoundSubject | undefined> {
    const holder = await lookup.mutateAsync({ ...(groupId !== null && { groupId }), email }).catch(() => undefined)
    // The server itself refuses an email of the same group.
    const isElsewhere = holder?.groupId != null && holder.id !== besides && !groups.includes(holder.groupId)
    setTaken(isElsewhere ? { by: 'email', text: email, holder, typed: {}, contradicts: [], isElsewhere } : undefined)
    return isElsewhere ? holder : undefined
  }

  return { taken, ask, askElsewhere, isAsking: lookup.isPending, forget: () => setTaken(undefined) }
}

interface SubjectTakenProps {
  taken: Taken
  firstName: string
  /** The head of what was typed, where it is compared with somebody; left out, it says that the user entered it. */
  entered?: string
  children?: Elements
}

/** Names the subject that has the value, what differs, and the choices; the buttons follow below. */
export function SubjectTaken({ taken, firstName, entered, children }: SubjectTakenProps) {
  const t = useT()
  const { day } = useDates()
  const placeName = usePlaceName()
  const { by, text, holder, typed, contradicts, isElsewhere = false } = taken
  const name = holder && subjectName(holder)
  const example = by === 'email' && !isElsewhere ? withName(text, firstName) : undefined
  const isFormer = holder?.isFormer === true
  const words = contradicts.length > 0 ? 'mayBeTwo' : by
  const title = () => {
    if (holder === undefined || name === undefined) return t(`subjectSearch:taken.${words}Unnamed`)
    if (isFormer && words === 'mayBeTwo') return t('subjectSearch:taken.mayBeFormer', { name })
    return isElsewhere
      ? t('subjectSearch:elsewhere.email', { name, group: foundAt(holder, placeName) })
      : t(`subjectSearch:taken.${words}`, { name })
  }
  const shown =
    by === 'lastName' && holder !== undefined ? differencesOf(typed, holder, ['email', 'localId']).different : []
  const named = contradicts.filter((part) => !shown.some((field) => field === part))
  return (
    <div ref={askedAt} className={styles.notice} role="group" aria-label={title()} tabIndex={-1}>
      <Alert tone="notice" title={title()}>
        {holder !== undefined && holder.dateOfBirth !== null && (
          <p className={styles.born}>{t('subjectSearch:born', { date: day(holder.dateOfBirth) })}</p>
        )}
        <p className={styles.words}>
          {t(isElsewhere ? 'subjectSearch:elsewhere.editText' : `subjectSearch:taken.${words}Text`)}
        </p>
        {holder !== undefined && (
          <WhatDiffers
            one={{ head: entered ?? t('subjectSearch:differs.entered'), identity: typed }}
            other={{ head: name ?? '', identity: holder }}
            fields={shown}
          />
        )}
        {isFormer && (
          <p className={styles.words}>
            {t(by === 'customId1' ? 'subjectSearch:isFormerOther' : 'subjectSearch:isFormer', { name: name ?? '' })}
          </p>
        )}
        {holder?.isOneOfSeveral === true && <p className={styles.words}>{t('subjectSearch:isOneOfSeveral')}</p>}
        {named.length > 0 && (
          <p className={styles.words}>
            {t('subjectSearch:differs.parts', { parts: named.map((part) => t(`personParts:${part}`)).join(', ') })}
          </p>
        )}
        {by === 'lastName' && holder?.hasNamesake === true && (
          <p className={styles.words}>{t('subjectSearch:taken.anotherNamesake')}</p>
        )}
        {example !== undefined && <p className={styles.words}>{t('subjectSearch:taken.emailExample', { example })}</p>}
        <p className={styles.words}>{t('subjectSearch:taken.unsaved')}</p>
        {children !== undefined && (
          <div className={styles.actions} data-answers>
            {children}
          </div>
        )}
      </Alert>
    </div>
  )
}

/** Leads to a question. One that is higher than the screen shows its answers, which are above the bar of the form then. */
function askedAt(question: HTMLElement | null): void {
  question?.focus({ preventScroll: true })
  shownWhole(question)
  shownWhole(question?.querySelector('[data-answers]') ?? null)
}

/** The group of a found subject, named like other places. */
export function foundAt(
  { groupName, organisationName }: Pick<FoundSubject, 'groupName' | 'organisationName'>,
  placeName: ReturnType<typeof usePlaceName>,
): string {
  return placeName({ name: groupName ?? '', organisation: { name: organisationName ?? '' } })
}

/** The email with a name after a plus, which most mail services deliver to the same inbox. */
function withName(email: string, name: string): string | undefined {
  const word = folded(name).replaceAll(/[^a-z0-9]/g, '')
  return word === '' || email.includes('+') ? undefined : email.replace('@', `+${word}@`)
}
