import { useEffect, useRef } from 'react'
import { failureWords } from '../../api/failure-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { shownWhole } from '../../ui/in-sight.ts'
import { useT } from '../../ui/phrases.ts'
import { SubjectKnown } from './subject-known.tsx'
import { SubjectMatchLines } from './subject-match-lines.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { openingFailure, useChosenMatch, useSubjectMatches } from './use-subject-matches.ts'
import * as styles from './subject-search-field.module.css'

/** A longer list belongs in the search. */
const most = 3

/**
 * Shown beside a new subject whose names are typed: known subjects with that name, perhaps under another
 * email.
 */
export function SubjectAlike({ draft, change, onRefused }: Pick<SubjectStepProps, 'draft' | 'change' | 'onRefused'>) {
  const t = useT()
  const { firstName, lastName, hasOneName } = draft.typedSubject
  const hasName = lastName.trim() !== '' && (hasOneName || firstName.trim() !== '')
  const { list, state } = useSubjectMatches(hasName ? `${firstName} ${lastName}`.trim() : '', draft.group?.id)
  const { choose, opening, known } = useChosenMatch(draft, change)
  const failure = failureWords(opening.error, openingFailure)
  const shown = known === undefined ? list.slice(0, most) : []
  const question = useRef<HTMLDivElement>(null)
  const ids = shown.map(({ id }) => id).join()
  // What is in sight is outside React. The question stands below the fields, so that nothing moves away under a finger.
  useEffect(() => {
    if (ids !== '') shownWhole(question.current)
  }, [ids])
  return (
    <>
      <div ref={question}>
        <p role="status" className={styles.note}>
          {shown.length > 0 && t('subjectSearch:alike')}
        </p>
        <div className={styles.list} aria-busy={state !== 'current'} hidden={shown.length === 0}>
          {shown.map((match) => (
            <button
              key={match.id}
              type="button"
              className={styles.match}
              onClick={() => state === 'current' && choose(match)}
            >
              <SubjectMatchLines match={match} />
            </button>
          ))}
        </div>
      </div>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {known !== undefined && <SubjectKnown known={known} draft={draft} change={change} onRefused={onRefused} />}
    </>
  )
}
