import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { finder } from '../../../contract/rules/folding.ts'
import type { RosterPerson } from '../../../contract/rounds/starting.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { Answer } from '../../loading/waiting.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { ChecklistField } from '../../ui/checklist-field.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForKind } from './for-kind.ts'
import { rosterQuery } from './roster-query.ts'

const whos = ['all', 'some'] as const

/** With more people than this, they can be searched. */
const few = 8

interface Props {
  groupId: string
  who: string
  onWho: (who: string) => void
  chosen: readonly string[]
  error: string | undefined
  onChoose: (chosen: string[]) => void
}

/** Who is in a round: everybody of the group, or those who are chosen. */
export function RosterChoice({ groupId, who, onWho, chosen, error, onChoose }: Props) {
  const forKind = useForKind()
  return (
    <>
      <ChoiceCards
        name="who"
        legend={forKind('rounds:start.who')}
        choices={whos.map((value) => ({ value, label: forKind(`rounds:start.who.${value}`) }))}
        value={who === 'some' ? 'some' : 'all'}
        onChange={onWho}
      />
      {who === 'some' && <People groupId={groupId} chosen={chosen} error={error} onChoose={onChoose} />}
    </>
  )
}

function People({ groupId, chosen, error, onChoose }: Pick<Props, 'groupId' | 'chosen' | 'error' | 'onChoose'>) {
  const roster = useQuery(rosterQuery(groupId))
  return (
    <Answer query={roster} waiting={<Skeleton height={240} />}>
      {({ data }) => <Checklist people={data} chosen={chosen} error={error} onChoose={onChoose} />}
    </Answer>
  )
}

function Checklist({
  people,
  chosen,
  error,
  onChoose,
}: Pick<Props, 'chosen' | 'error' | 'onChoose'> & { people: readonly RosterPerson[] }) {
  const t = useT()
  const forKind = useForKind()
  const dates = useDates()
  const [typed, setTyped] = useState('')
  const isFound = finder(typed)
  const found = people.filter((person) => isFound([nameOf(person), person.unit, person.room].filter(Boolean).join(' ')))
  const shown = new Set(found.map(({ subject }) => subject.id))
  function nameOf({ subject }: RosterPerson) {
    return subjectName(subject) ?? t('lists:anonymized')
  }
  return (
    <>
      {people.length > few && (
        <TextField
          name="find"
          label={forKind('rounds:start.find')}
          value={typed}
          isOptional
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {found.length === 0 && <p>{forKind('rounds:start.nobody')}</p>}
      <ChecklistField
        name="subjectIds"
        legend={t('rounds:start.people', { count: chosen.length })}
        options={found.map((person) => ({
          value: person.subject.id,
          label: nameOf(person),
          help: [
            person.unit,
            person.room && t('rounds:room', { room: person.room }),
            person.last &&
              t('rounds:last', {
                result: t(`results:${person.last.result}`),
                day: dates.dayOf(person.last.performedAt),
              }),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
        chosen={chosen}
        error={error}
        // Those who are chosen and not shown stay chosen.
        onChange={(ticked) => onChoose([...chosen.filter((id) => !shown.has(id)), ...ticked])}
      />
    </>
  )
}
