import { IconX } from '@tabler/icons-react'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useChoices } from '../api/use-choices.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import * as styles from './rules.module.css'

export interface Named {
  id: string
  name: string
}

interface Page<Row> {
  data: readonly Row[]
  page: { next: string | null }
}

interface Props<Row extends Named, P extends Page<Row>, K extends QueryKey> {
  name: string
  legend: string
  add: string
  query: (search?: string) => UseQueryOptions<P & Page<Row>, Error, P & Page<Row>, K>
  value: readonly Named[]
  error: string | undefined
  onChange: (places: Named[]) => void
}

/** Places of one kind: the chosen ones, and a field to add another. */
export function PlacesField<Row extends Named, P extends Page<Row>, K extends QueryKey>(props: Props<Row, P, K>) {
  const { name, legend, add, query, value, error, onChange } = props
  const t = useT()
  const { choices, isPending, onSearch } = useChoices(query)
  const left = choices.filter((place) => value.every((chosen) => chosen.id !== place.id))
  return (
    <fieldset className={styles.places}>
      <legend className={styles.legend}>{legend}</legend>
      {value.length > 0 && (
        <ul className={styles.chosen}>
          {value.map((place) => (
            <li key={place.id}>
              <span>{place.name}</span>
              <Button
                variant="default"
                aria-label={t('notificationRules:form.remove', { name: place.name })}
                onClick={({ currentTarget }) => {
                  // The button disappears with its place; the field that adds another stays.
                  currentTarget.closest('fieldset')?.querySelector('input')?.focus()
                  onChange(value.filter((chosen) => chosen.id !== place.id))
                }}
              >
                <IconX size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SearchSelect
        name={name}
        label={add}
        placeholder={add}
        nothingFound={t('lists:filter.nothingFound')}
        choices={left}
        isPending={isPending}
        value={null}
        error={error}
        onChange={(chosen) => {
          const place = left.find((one) => one.id === chosen)
          if (place !== undefined) onChange([...value, { id: place.id, name: place.name }])
        }}
        onSearch={onSearch}
      />
    </fieldset>
  )
}
