import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useChoices } from '../api/use-choices.ts'
import { groupChoices } from '../groups/queries.ts'
import { FieldError } from '../ui/field-error.tsx'
import * as field from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import * as styles from './groups-field.module.css'

interface Named {
  id: string
  name: string
}

interface Props {
  organisationId: string
  value: readonly Named[]
  error: string | undefined
  /** What a choice means, and the texts of the two controls. */
  words: { help: string; add: string; remove: (name: string) => string }
  onChange: (groups: Named[]) => void
}

/** Groups of an organisation: the chosen ones, and a field to add another. */
export function GroupsField({ organisationId, value, error, words, onChange }: Props) {
  const t = useT()
  const id = useId()
  const { choices, isPending, onSearch } = useChoices((search) =>
    groupChoices({ organisationId, search, onlyActive: true }),
  )
  const left = choices.filter((group) => value.every((chosen) => chosen.id !== group.id))
  return (
    <fieldset aria-invalid={error !== undefined || undefined} aria-describedby={`${id}-help`}>
      <legend className={field.label}>{t('fields:groups')}</legend>
      <div id={`${id}-help`} className={field.help}>
        {words.help}
      </div>
      {value.length > 0 && (
        <ul className={styles.chosen}>
          {value.map(({ id: groupId, name }) => (
            <li key={groupId} className={styles.group}>
              <span>{name}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={words.remove(name)}
                onClick={({ currentTarget }) => {
                  // The button disappears with its group; the field that adds another stays.
                  currentTarget.closest('fieldset')?.querySelector('input')?.focus()
                  onChange(value.filter((chosen) => chosen.id !== groupId))
                }}
              >
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {(left.length > 0 || value.length === 0) && (
        <SearchSelect
          label={words.add}
          hiddenLabel
          placeholder={words.add}
          nothingFound={t('lists:filter.nothingFound')}
          choices={left}
          isPending={isPending}
          value={null}
          onChange={(chosen) => {
            const group = left.find((one) => one.id === chosen)
            if (group !== undefined) onChange([...value, { id: group.id, name: group.name }])
          }}
          onSearch={onSearch}
        />
      )}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
