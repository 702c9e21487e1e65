import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { SearchedSelect } from '../../loading/searched-select.tsx'
import type { Named } from './draft.ts'

/** From this many choices on, typing finds a place faster than reading. */
const manyChoices = 7

interface Props {
  name: string
  label: string
  choices: readonly Named[]
  value: Named | null
  onChange: (chosen: Named) => void
  /** Called with the typed text if the server has more choices than these. */
  onSearch: ((text: string) => void) | undefined
  error: string | undefined
}

/** Chooses a place: from cards if there are few, by typing if there are many. */
export function PlaceChoice({ name, label, choices, value, onChange, onSearch, error }: Props) {
  const t = useT()
  const choose = (id: string | null) => {
    const chosen = choices.find((one) => one.id === id)
    if (chosen !== undefined) onChange(chosen)
  }
  if (onSearch === undefined && choices.length < manyChoices) {
    return (
      <ChoiceCards
        name={name}
        legend={label}
        choices={choices.map(({ id, name: words }) => ({ value: id, label: words }))}
        value={value?.id}
        onChange={choose}
        error={error}
      />
    )
  }
  const isKnown = value === null || choices.some(({ id }) => id === value.id)
  return (
    <SearchedSelect
      name={name}
      label={label}
      choices={isKnown ? choices : [value, ...choices]}
      value={value?.id ?? null}
      onChange={choose}
      placeholder={t('recording:place.choose')}
      nothingFound={t('lists:filter.nothingFound')}
      error={error}
      {...(onSearch && { onSearch })}
    />
  )
}
