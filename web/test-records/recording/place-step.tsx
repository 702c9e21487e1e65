import { useState } from 'react'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import type { Named } from './draft.ts'
import { groupsOf, type ChosenPlace, type Places } from './places.ts'
import { StepFrame } from './step-frame.tsx'
import { useStepForm } from './use-step-form.ts'

/** From this many on, typing finds a place faster than reading. */
const manyChoices = 7

interface Props {
  places: Places
  initial: ChosenPlace
  /** What the server found wrong with the place when the test was saved. */
  refused: string | undefined
  onDone: (place: { organisation: Named; group: Named }) => void
}

/** Organisation, then group; each only when there is a choice. */
export function PlaceStep({ places, initial, refused, onDone }: Props) {
  const t = useT()
  const [{ organisation, group }, setPlace] = useState(initial)
  const { form, errors, show, clear } = useStepForm()
  const groups = groupsOf(organisation, places.groups)

  function chooseOrganisation(id: string) {
    const chosen = places.organisations.find((one) => one.id === id) ?? null
    const inside = groupsOf(chosen, places.groups)
    setPlace({ organisation: chosen, group: inside.length === 1 ? (inside[0] ?? null) : null })
    clear('organisationId', 'groupId')
  }

  function submit() {
    if (organisation !== null && group !== null) {
      onDone({ organisation: pick(organisation), group: pick(group) })
      return
    }
    const field = organisation === null ? 'organisationId' : 'groupId'
    if (organisation !== null && groups.length === 0) show({ organisationId: t('recording:place.noGroups') })
    else show({ [field]: t('validation:required', { field: t(`validation:field.${field}`) }) })
  }

  return (
    <StepFrame
      title={t('recording:place.title')}
      form={form}
      errors={errors}
      error={refused}
      submit={t('recording:continue')}
      onSubmit={submit}
    >
      {places.organisations.length > 1 && (
        <Choice
          name="organisationId"
          label={t('recording:place.organisation')}
          choices={places.organisations}
          value={organisation?.id}
          onChange={chooseOrganisation}
          error={errors.organisationId}
        />
      )}
      {groups.length > 1 && (
        <Choice
          name="groupId"
          label={t('recording:place.group')}
          choices={groups}
          value={group?.id}
          onChange={(id) => {
            setPlace({ organisation, group: groups.find((one) => one.id === id) ?? null })
            clear('groupId')
          }}
          error={errors.groupId}
        />
      )}
    </StepFrame>
  )
}

interface ChoiceProps {
  name: string
  label: string
  choices: readonly Named[]
  value: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}

function Choice({ name, label, choices, value, onChange, error }: ChoiceProps) {
  const t = useT()
  if (choices.length >= manyChoices) {
    return (
      <SearchSelect
        name={name}
        label={label}
        choices={choices}
        value={value ?? null}
        onChange={(id) => id !== null && onChange(id)}
        placeholder={t('recording:place.choose')}
        nothingFound={t('recording:place.nothingFound')}
        error={error}
      />
    )
  }
  return (
    <ChoiceCards
      name={name}
      legend={label}
      choices={choices.map(({ id, name: words }) => ({ value: id, label: words }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

function pick({ id, name }: Named): Named {
  return { id, name }
}
