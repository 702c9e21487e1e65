import { can } from '../../contract/permissions/can.ts'
import { useChoices } from '../api/use-choices.ts'
import { groupChoices } from '../groups/queries.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import styles from './list-filters.module.css'
import { namedApart } from './place-name.ts'

interface Place {
  organisation?: string
  group?: string
}

interface Props {
  place: Place
  onChange: (place: Place) => void
}

/** The kinds of places that a list can be narrowed to. */
export type PlaceKind = 'organisation' | 'group'

/** Narrows the list to an organisation and a group, as far as it can be. A choice of one is none and is not offered. */
export function PlaceFilter({ place, kinds, onChange }: Props & { kinds: readonly PlaceKind[] }) {
  const holder = useHolder()
  return (
    <>
      {kinds.includes('organisation') && can(holder, ['view-orgs', 'view-own-org']) && (
        <OrganisationFilter place={place} onChange={onChange} />
      )}
      {kinds.includes('group') && can(holder, ['view-groups', 'view-own-group']) && (
        <GroupFilter place={place} onChange={onChange} />
      )}
    </>
  )
}

function OrganisationFilter({ place, onChange }: Props) {
  const t = useT()
  const { isLoaded, choices, isPending, onSearch } = useChoices((text) => organisationChoices({ search: text }))
  if (!isLoaded || (choices.length < 2 && !place.organisation)) return null
  return (
    <SearchSelect
      label={t('lists:filter.organisation')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('lists:filter.anyOrganisation')}
      nothingFound={t('lists:filter.nothingFound')}
      choices={choices}
      isPending={isPending}
      value={place.organisation ?? null}
      onChange={(id) => onChange({ organisation: id ?? undefined, group: undefined })}
      onSearch={onSearch}
    />
  )
}

function GroupFilter({ place, onChange }: Props) {
  const t = useT()
  const organisationId = place.organisation
  const { isLoaded, choices, hasMore, isPending, onSearch } = useChoices((text) =>
    groupChoices({ organisationId, search: text }),
  )
  if (!isLoaded || (choices.length < 2 && !place.group)) return null
  return (
    <SearchSelect
      label={t('lists:filter.group')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('lists:filter.anyGroup')}
      nothingFound={t('lists:filter.nothingFound')}
      // Those of one organisation need no name of it.
      choices={organisationId === undefined ? namedApart(choices, hasMore) : choices}
      isPending={isPending}
      value={place.group ?? null}
      onChange={(id) => onChange({ group: id ?? undefined })}
      onSearch={onSearch}
    />
  )
}
