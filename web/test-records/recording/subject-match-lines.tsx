import { IconUsers } from '@tabler/icons-react'
import { can } from '../../../contract/permissions/can.ts'
import type { SubjectMatch } from '../../../contract/subjects/matching.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { usePlaceName } from '../../lists/place-name.ts'
import { useHolder } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import { HeldBack } from '../../ui/held-back.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import * as styles from './subject-match-lines.module.css'

/** The name of a match and what tells it from others, above all the date of birth of people with the same name. */
export function SubjectMatchLines({ match }: { match: SubjectMatch }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const { kind, email, dateOfBirth, localId, isSameName, isKnownHere, groups, lastTest, formerly } = match
  const name = subjectName(match)
  const born =
    dateOfBirth === null ? t('subjectSearch:bornUnknown') : t('subjectSearch:born', { date: dates.day(dateOfBirth) })
  const hasTests = can(useHolder(), 'view-tests')
  const second = [
    ...(formerly ? [t('lists:formerly', { name: formerly })] : []),
    ...(email === null || email === name ? [] : [email]),
    ...(localId === null ? [] : [t('subjectSearch:localId', { id: localId })]),
    ...(isKnownHere && !isSameName ? [] : [t('subjectSearch:knownAt', { groups: groups.map(placeName).join('; ') })]),
  ]
  return (
    <span className={styles.lines}>
      <span className={styles.first}>
        <span className={styles.name}>{kind === 'human' ? `${name ?? ''} ` : <Ids match={match} />}</span>
        {isSameName && (
          <StatusBadge tone="waiting" icon={<IconUsers size={14} aria-hidden />}>
            {t('subjectSearch:sameName')}
          </StatusBadge>
        )}
      </span>
      {kind === 'human' && (
        <span className={styles.born} data-telling={isSameName || undefined}>
          {` ${born} `}
        </span>
      )}
      {second.length > 0 && <span className={styles.second}>{`${second.join(' · ')} `}</span>}
      {hasTests && (
        <span className={styles.test}>
          {lastTest === null ? (
            t('subjectSearch:neverTested')
          ) : (
            <>
              <span>{`${t('subjectSearch:lastTestAt', {
                time: dates.ago(lastTest.performedAt) ?? dates.dayOf(lastTest.performedAt, lastTest.performedZone),
              })} `}</span>
              <HeldBack isHeldBack={lastTest.isHeldBack}>
                <ResultBadge result={lastTest.result} />
              </HeldBack>
            </>
          )}
        </span>
      )}
    </span>
  )
}

function Ids({ match: { customId1, customId2 } }: { match: SubjectMatch }) {
  const subjects = useSubjectSettings()
  return <span>{`${subjects.customId1} ${customId1} · ${subjects.customId2} ${customId2} `}</span>
}
