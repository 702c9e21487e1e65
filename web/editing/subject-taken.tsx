import { useState } from 'react'
import { folded } from '../../contract/rules/folding.ts'
import { subjectName, type FoundSubject } from '../../contract/subjects/subject.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { useSubjectLookup } from '../subjects/queries.ts'
import * as styles from './subject-taken.module.css'

type TakenBy = 'email' | 'localId' | 'lastName'

/** A value that another subject has, and that subject if the user may see it. */
interface Taken {
  by: TakenBy
  text: string
  holder: FoundSubject | undefined
  /** True if only another group knows the subject; then nothing is refused. */
  isElsewhere?: boolean
}

type Typed = Partial<Record<TakenBy | 'firstName' | 'dateOfBirth', string | null>>

/**
 * Finds the subject that has an email, a local ID, or names and a date of birth that the server refused. `besides` is the id of the subject being
 * edited.
 */
export function useTaken(groupId: string | null, besides?: string) {
  const lookup = useSubjectLookup()
  const [taken, setTaken] = useState<Taken>()

  /** Looks up the owner of a value that a failure reports as taken; other failures change nothing. */
  async function ask(error: unknown, typed: Typed): Promise<void> {
    setTaken(undefined)
    if (!(error instanceof ApiError) || error.code !== 'duplicate') return
    const by = (['email', 'localId', 'lastName'] as const).find((field) => fieldErrors(error)[field] !== undefined)
    const text = by && typed[by]
    if (by === undefined || !text || groupId === null) return
    const { firstName, dateOfBirth } = typed
    if (by === 'lastName' && (!firstName || !dateOfBirth)) return
    const wanted = {
      email: () => ({ groupId, email: text }),
      localId: () => ({ groupId, localId: text, ...(besides && { besides }) }),
      lastName: () => ({ groupId, firstName: firstName ?? '', lastName: text, dateOfBirth: dateOfBirth ?? '' }),
    }[by]()
    // An owner who cannot be seen, or not at present, is not named.
    const holder = await lookup.mutateAsync(wanted).catch(() => undefined)
    setTaken({ by, text, holder: holder?.id === besides ? undefined : holder })
  }

  /**
   * Looks up who has this email in other groups than `groups`, among the groups that the user sees. Nobody in an
   * invisible group is found, and a failed request holds nothing up.
   */
  async function askElsewhere(email: string, groups: readonly string[]): Promise<FoundSubject | undefined> {
    const holder = await lookup.mutateAsync({ ...(groupId !== null && { groupId }), email }).catch(() => undefined)
    // The server itself refuses an email of the same group.
    const isElsewhere = holder?.groupId != null && holder.id !== besides && !groups.includes(holder.groupId)
    setTaken(isElsewhere ? { by: 'email', text: email, holder, isElsewhere } : undefined)
    return isElsewhere ? holder : undefined
  }

  return { taken, ask, askElsewhere, isAsking: lookup.isPending, forget: () => setTaken(undefined) }
}

/** Names the subject that has the value, and the choices; the buttons follow below. */
export function SubjectTaken({ taken, firstName, children }: { taken: Taken; firstName: string; children?: Elements }) {
  const t = useT()
  const { day } = useDates()
  const placeName = usePlaceName()
  const { by, text, holder, isElsewhere = false } = taken
  const name = holder && subjectName(holder)
  const example = by === 'email' && !isElsewhere ? withName(text, firstName) : undefined
  const title = () => {
    if (holder === undefined || name === undefined) return t(`subjectSearch:taken.${by}Unnamed`)
    return isElsewhere
      ? t('subjectSearch:elsewhere.email', { name, group: foundAt(holder, placeName) })
      : t(`subjectSearch:taken.${by}`, { name })
  }
  return (
    <Alert tone="notice" title={title()}>
      {holder !== undefined && holder.dateOfBirth !== null && (
        <p className={styles.born}>{t('subjectSearch:born', { date: day(holder.dateOfBirth) })}</p>
      )}
      <p className={styles.words}>
        {t(isElsewhere ? 'subjectSearch:elsewhere.editText' : `subjectSearch:taken.${by}Text`)}
      </p>
      {example !== undefined && <p className={styles.words}>{t('subjectSearch:taken.emailExample', { example })}</p>}
      <p className={styles.words}>{t('subjectSearch:taken.unsaved')}</p>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </Alert>
  )
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
