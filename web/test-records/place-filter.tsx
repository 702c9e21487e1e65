import { can } from '../../contract/permissions/can.ts'
import { useChoices } from '../api/use-choices.ts'
import { groupChoices } from '../groups/queries.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import type { ListSearch } from './list-search.ts'
import styles from './list-filters.module.css'

interface Props {
  search: ListSearch
  onChange: (change: Partial<ListSearch>) => void
}

/** Narrows the list to an organisation and a group. A choice of one is none and is not offered. */
export function PlaceFilter({ search, onChange }: Props) {
  const holder = useHolder()
  return (
    <>
      {can(holder, ['view-orgs', 'view-own-org']) && <OrganisationFilter search={search} onChange={onChange} />}
      {can(holder, ['view-groups', 'view-own-group']) && <GroupFilter search={search} onChange={onChange} />}
    </>
  )
}

function OrganisationFilter({ search, onChange }: Props) {
  const t = useT()
  const { isLoaded, choices, onSearch } = useChoices((text) => organisationChoices({ search: text }))
  if (!isLoaded || (choices.length < 2 && !search.organisation)) return null
  return (
    <SearchSelect
      label={t('testRecords:filter.organisation')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('testRecords:filter.anyOrganisation')}
      nothingFound={t('testRecords:filter.nothingFound')}
      choices={choices}
      value={search.organisation ?? null}
      onChange={(id) => onChange({ organisation: id ?? undefined, group: undefined })}
      onSearch={onSearch}
    />
  )
}

function GroupFilter({ search, onChange }: Props) {
  const t = useT()
  const organisationId = search.organisation
  const { isLoaded, choices, onSearch } = useChoices((text) => groupChoices({ organisationId, search: text }))
  if (!isLoaded || (choices.length < 2 && !search.group)) return null
  return (
    <SearchSelect
      label={t('testRecords:filter.group')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('testRecords:filter.anyGroup')}
      nothingFound={t('testRecords:filter.nothingFound')}
      choices={choices}
      value={search.group ?? null}
      onChange={(id) => onChange({ group: id ?? undefined })}
      onSearch={onSearch}
    />
  )
}
