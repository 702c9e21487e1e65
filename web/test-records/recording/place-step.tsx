import { useState } from 'react'
import { useChoices } from '../../api/use-choices.ts'
import { groupChoices } from '../../groups/queries.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Answer, Coming } from '../../loading/waiting.tsx'
import { organisationChoices } from '../../organisations/queries.ts'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import type { Named } from './draft.ts'
import { PlaceChoice } from './place-choice.tsx'
import { groupsOf, only, pick, type ChosenPlace, type Places } from './places.ts'
import { StepFrame } from './step-frame.tsx'
import { useStepForm } from './use-step-form.ts'

/** Loaded when it is shown, because nearly every place has a group. */
const NewGroupLink = lazyPage(async () => (await import('../../lists/new-group-link.tsx')).NewGroupLink)

interface Props {
  places: Places
  initial: ChosenPlace
  /** The server's error about the place when the test was saved. */
  refused: string | undefined
  onDone: (place: { organisation: Named; group: Named }) => void
}

/** Asks for the organisation and then the group, each only when there is a choice. */
export function PlaceStep({ places, initial, refused, onDone }: Props) {
  const t = useT()
  const [{ organisation, group: chosenGroup }, setPlace] = useState(initial)
  const { form, errors, show, clear } = useStepForm()
  const organisations = useChoices((search) => organisationChoices({ search, onlyActive: true }))
  const groups = useGroupsOf(organisation, places)
  const group = chosenGroup ?? (groups.hasMore ? undefined : only(groups.choices)) ?? null

  const hasNoGroup = organisation !== null && groups.isLoaded && groups.choices.length === 0

  function submit() {
    if (organisation !== null && group !== null) {
      onDone({ organisation: pick(organisation), group: pick(group) })
      return
    }
    const field = organisation === null ? 'organisationId' : 'groupId'
    if (hasNoGroup) {
      show({ organisationId: t('recording:place.noGroups') })
    } else show({ [field]: t('rules:required', { field: t(`fields:${field}`) }) })
  }

  return (
    <StepFrame
      title={t('recording:place.title')}
      form={form}
      errors={errors}
      error={refused}
      submit={t('recording:continue')}
      onSubmit={submit}
      below={
        hasNoGroup && (
          <Coming>
            <NewGroupLink organisation={organisation.id} neededFor="test" />
          </Coming>
        )
      }
    >
      {places.organisations.length > 1 && (
        <PlaceChoice
          name="organisationId"
          label={t('fields:organisationId')}
          choices={organisations.choices}
          onSearch={organisations.hasMore ? organisations.onSearch : undefined}
          value={organisation}
          onChange={(chosen) => {
            setPlace({ organisation: chosen, group: null })
            clear('organisationId', 'groupId')
          }}
          error={errors.organisationId}
        />
      )}
      {organisation !== null && !groups.isLoaded && (
        <Answer query={groups.asked} waiting={<RowSkeletons rows={1} label={t('recording:loading')} />} isPart>
          {() => null}
        </Answer>
      )}
      {(groups.hasMore || groups.choices.length > 1) && (
        <PlaceChoice
          // Another organisation resets the choice and its text.
          key={organisation?.id}
          name="groupId"
          label={t('fields:groupId')}
          choices={groups.choices}
          onSearch={groups.hasMore ? groups.onSearch : undefined}
          value={group}
          onChange={(chosen) => {
            setPlace({ organisation, group: chosen })
            clear('groupId')
          }}
          error={errors.groupId}
        />
      )}
    </StepFrame>
  )
}

/** The groups of an organisation: the known ones, or the server's search results if there are too many to load. */
function useGroupsOf(organisation: Named | null, places: Places) {
  const asked = useChoices((search) => groupChoices({ organisationId: organisation?.id, search, onlyActive: true }), {
    isNeeded: places.hasMore.groups && organisation !== null,
  })
  if (places.hasMore.groups) return organisation === null ? { ...asked, choices: [], hasMore: false } : asked
  return { ...asked, isLoaded: true, hasMore: false, choices: groupsOf(organisation, places.groups) }
}
