import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../contract/permissions/can.ts'
import { shortestSearch } from '../../../contract/limits-and-times.ts'
import { inviteCodeIn } from '../../../contract/rules/invite-code.ts'
import type { RoundRow } from '../../../contract/rounds/round.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useHolder } from '../../session/queries.ts'
import { subjectMatchesQuery } from '../../subjects/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { useForKind } from './for-kind.ts'
import { meantBy } from './standing.ts'
import * as styles from './find-person.module.css'

interface Props {
  groupId: string
  people: readonly RoundRow[]
  /** Leads to who is meant by a text. Returns false if that was nobody. */
  onJump: (text: string) => Promise<boolean>
  onAdd: (subjectId: string) => void
}

/** Jumps to a person by typed first letters, a scanned number or the scanned code of an invite, and adds somebody whom the group knows. */
export function FindPerson({ groupId, people, onJump, onAdd }: Props) {
  const t = useT()
  const dates = useDates()
  const forKind = useForKind()
  const [text, setText] = useState('')
  const isInRound = meantBy(people, text).length > 0
  const isInvite = inviteCodeIn(text) !== undefined
  // What a scanner types of an invite's address is searched for nowhere.
  const isName = !isInvite && !text.includes('://')
  const isAsked = can(useHolder(), 'view-subjects') && isName && !isInRound && text.trim().length >= shortestSearch
  const { data } = useQuery({ ...subjectMatchesQuery(text.trim(), groupId), enabled: isAsked })
  const known = (isAsked ? (data?.data ?? []) : []).filter(
    ({ id, isKnownHere }) => isKnownHere && people.every((row) => row.subjectId !== id),
  )
  return (
    <form
      className={styles.find}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || (!isInRound && known.length > 0)) return
        void onJump(text).then((isFound) => {
          if (isFound || isInvite) setText('')
        })
      }}
    >
      <IconSearch size={18} aria-hidden />
      <input
        name="find"
        className={styles.text}
        aria-label={forKind('rounds:find')}
        title={forKind('rounds:find.help')}
        placeholder={forKind('rounds:find')}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div role="status" className={styles.found}>
        {known.map((subject) => (
          <Button
            key={subject.id}
            variant="default"
            onClick={() => {
              onAdd(subject.id)
              setText('')
            }}
          >
            {t('rounds:find.add', {
              name: [
                subjectName(subject) ?? t('lists:anonymized'),
                subject.dateOfBirth && dates.day(subject.dateOfBirth),
              ]
                .filter(Boolean)
                .join(' · '),
            })}
          </Button>
        ))}
      </div>
    </form>
  )
}
