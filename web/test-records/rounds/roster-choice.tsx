import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { finder } from '../../../contract/rules/folding.ts'
import type { RosterPerson } from '../../../contract/rounds/starting.ts'
import { inviteCodeIn } from '../../../contract/rules/invite-code.ts'
import { Answer } from '../../loading/waiting.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { ChecklistField } from '../../ui/checklist-field.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CameraButton } from './camera-button.tsx'
import { useForKind } from './for-kind.ts'
import { rosterQuery } from './roster-query.ts'
import { nameOf } from './standing.ts'
import type { useChoosing } from './use-choosing.ts'

const whos = ['all', 'some'] as const

interface Props {
  groupId: string
  choosing: Pick<ReturnType<typeof useChoosing>, 'take' | 'told'>
  who: string
  onWho: (who: string) => void
  chosen: readonly string[]
  error: string | undefined
  onChoose: (chosen: string[]) => void
}

/** Who is in a round: everybody of the group, or those who are chosen. */
export function RosterChoice({ groupId, choosing, who, onWho, chosen, error, onChoose }: Props) {
  const forKind = useForKind()
  return (
    <>
      <ChoiceCards
        name="who"
        legend={forKind('rounds:start.who')}
        choices={whos.map((value) => ({ value, label: forKind(`rounds:start.who.${value}`) }))}
        value={who === 'some' ? 'some' : 'all'}
        error={who === 'some' ? undefined : error}
        onChange={onWho}
      />
      {who === 'some' && (
        <People groupId={groupId} choosing={choosing} chosen={chosen} error={error} onChoose={onChoose} />
      )}
      {who !== 'some' && choosing.told?.tone === 'danger' && <Alert tone="danger">{choosing.told.words}</Alert>}
    </>
  )
}

function People({ groupId, ...props }: Omit<Props, 'who' | 'onWho'>) {
  const roster = useQuery(rosterQuery(groupId))
  return (
    <Answer query={roster} waiting={<Skeleton height={240} />}>
      {({ data }) => <Checklist {...props} people={data} />}
    </Answer>
  )
}

interface ChecklistProps extends Pick<Props, 'choosing' | 'chosen' | 'error' | 'onChoose'> {
  people: readonly RosterPerson[]
}

function Checklist({ people, choosing, chosen, error, onChoose }: ChecklistProps) {
  const t = useT()
  const forKind = useForKind()
  const dates = useDates()
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  // While a scanner types an invite's address, everybody stays in the list.
  const isAddress = typed.includes('://') || inviteCodeIn(typed) !== undefined
  const isFound = isAddress ? () => true : finder(typed)
  const found = people.filter((person) => isFound(wordsOfPerson(person)))
  const shown = new Set(found.map(({ subject }) => subject.id))

  /** Enter chooses who is meant. It never starts the round, because a scanner types it, too. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (typed.trim() === '') return
    void choosing.take(typed).then((told) => {
      if (told?.tone === 'success' || isAddress) setTyped((now) => (now === typed ? '' : now))
    })
  }

  return (
    <>
      <TextField
        name="find"
        label={forKind('rounds:start.find')}
        help={forKind('rounds:start.find.help')}
        value={typed}
        isOptional
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <CameraButton isOpen={isScanning} onToggle={setScanning} take={choosing.take} />
      {choosing.told !== undefined && <Alert tone={choosing.told.tone}>{choosing.told.words}</Alert>}
      {found.length === 0 && <p>{forKind('rounds:start.nobody')}</p>}
      <ChecklistField
        name="subjectIds"
        legend={t('rounds:start.people', { count: chosen.length })}
        options={found.map((person) => ({
          value: person.subject.id,
          label: nameOf(person),
          // What tells people of one name apart comes first.
          help: [
            person.subject.dateOfBirth && dates.day(person.subject.dateOfBirth),
            person.subject.localId,
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

/** The words by which somebody is found in the list. */
function wordsOfPerson(person: RosterPerson): string {
  const { localId, customId1, customId2 } = person.subject
  return [nameOf(person), person.unit, person.room, localId, customId1, customId2].filter(Boolean).join(' ')
}
