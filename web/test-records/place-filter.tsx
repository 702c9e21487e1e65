import { useQuery } from '@tanstack/react-query'
import { groupChoices } from '../groups/queries.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { can } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import type { ListSearch } from './list-search.ts'
import { useDelayed } from './use-delayed.ts'
import { useState } from 'react'
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
  const [typed, setTyped] = useState('')
  const all = useQuery(organisationChoices()).data
  const found = useQuery({
    ...organisationChoices({ search: useDelayed(typed) }),
    enabled: typed !== '' && all?.page.next != null,
  }).data
  if (!all || (all.data.length < 2 && !search.organisation)) return null
  return (
    <SearchSelect
      label={t('testRecords:filter.organisation')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('testRecords:filter.anyOrganisation')}
      nothingFound={t('testRecords:filter.nothingFound')}
      choices={merged(all.data, found?.data)}
      value={search.organisation ?? null}
      onChange={(id) => onChange({ organisation: id ?? undefined, group: undefined })}
      onSearch={setTyped}
    />
  )
}

function GroupFilter({ search, onChange }: Props) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const organisationId = search.organisation
  const all = useQuery(groupChoices({ organisationId })).data
  const found = useQuery({
    ...groupChoices({ organisationId, search: useDelayed(typed) }),
    enabled: typed !== '' && all?.page.next != null,
  }).data
  if (!all || (all.data.length < 2 && !search.group)) return null
  return (
    <SearchSelect
      label={t('testRecords:filter.group')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('testRecords:filter.anyGroup')}
      nothingFound={t('testRecords:filter.nothingFound')}
      choices={merged(all.data, found?.data)}
      value={search.group ?? null}
      onChange={(id) => onChange({ group: id ?? undefined })}
      onSearch={setTyped}
    />
  )
}

function merged<T extends { id: string }>(all: readonly T[], found: readonly T[] = []): readonly T[] {
  return [...all, ...found.filter(({ id }) => all.every((one) => one.id !== id))]
}
