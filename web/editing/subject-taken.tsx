import { useState } from 'react'
import { folded } from '../../contract/rules/folding.ts'
import { subjectName, type FoundSubject } from '../../contract/subjects/subject.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { useDates } from '../shell/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { useSubjectLookup } from '../subjects/queries.ts'
import styles from './subject-taken.module.css'

/** What was refused because somebody else has it, and who, as far as whoever asks may see them. */
interface Taken {
  by: 'email' | 'localId'
  /** The email or the local ID itself. */
  text: string
  holder: FoundSubject | undefined
  /** Whether it is only another group that knows the holder: there, nothing is refused. */
  isElsewhere?: boolean
}

/** Whose email or local ID it is that the server refused for a subject; `besides` is that subject where it is there already. */
export function useTaken(groupId: string | null, besides?: string) {
  const lookup = useSubjectLookup()
  const [taken, setTaken] = useState<Taken>()

  /** Asks who has what a failure says is taken; any other failure says nothing of that. */
  async function ask(error: unknown, typed: { email?: string | null; localId?: string | null }): Promise<void> {
    setTaken(undefined)
    if (!(error instanceof ApiError) || error.code !== 'duplicate') return
    const by = (['email', 'localId'] as const).find((field) => fieldErrors(error)[field] !== undefined)
    const text = by && typed[by]
    if (by === undefined || !text || groupId === null) return
    const wanted = by === 'email' ? { groupId, email: text } : { groupId, localId: text, ...(besides && { besides }) }
    // Who cannot be seen, or not now, is not named.
    const holder = await lookup.mutateAsync(wanted).catch(() => undefined)
    setTaken({ by, text, holder: holder?.id === besides ? undefined : holder })
  }

  /**
   * Asks who is known by this email in other groups than `groups`, among those that whoever asks sees. Nobody of a group that they
   * do not see is found, and where it cannot be asked now, nothing is held up.
   */
  async function askElsewhere(email: string, groups: readonly string[]): Promise<FoundSubject | undefined> {
    const holder = await lookup.mutateAsync({ ...(groupId !== null && { groupId }), email }).catch(() => undefined)
    // Those of the same group are the server's to refuse.
    const isElsewhere = holder?.groupId != null && holder.id !== besides && !groups.includes(holder.groupId)
    setTaken(isElsewhere ? { by: 'email', text: email, holder, isElsewhere } : undefined)
    return isElsewhere ? holder : undefined
  }

  return { taken, ask, askElsewhere, isAsking: lookup.isPending, forget: () => setTaken(undefined) }
}

/** Says whose it is and what can be done; what can be pressed stands below. */
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

/** The group in which somebody was found, as places are named. */
export function foundAt(
  { groupName, organisationName }: FoundSubject,
  placeName: ReturnType<typeof usePlaceName>,
): string {
  return placeName({ name: groupName ?? '', organisation: { name: organisationName ?? '' } })
}

/** The email with a name after a plus, which most mail services deliver to the same inbox. */
function withName(email: string, name: string): string | undefined {
  const word = folded(name).replaceAll(/[^a-z0-9]/g, '')
  return word === '' || email.includes('+') ? undefined : email.replace('@', `+${word}@`)
}
