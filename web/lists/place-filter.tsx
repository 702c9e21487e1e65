import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { can } from '../../contract/permissions/can.ts'
import { useChoices } from '../api/use-choices.ts'
import { groupChoices, groupNameQuery } from '../groups/queries.ts'
import { organisationChoices, organisationNameQuery } from '../organisations/queries.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { SearchedSelect } from '../loading/searched-select.tsx'
import type { ListFilter } from './list-filter.tsx'
import * as styles from './place-filter.module.css'
import { namedApart } from './place-name.ts'

interface Place {
  organisation?: string
  group?: string
}

interface Props {
  place: Place
  onChange: (place: Place) => void
  /** In a bar, the label is inside the field, which has no room for more than a word. */
  isInBar?: boolean
}

export type PlaceKind = 'organisation' | 'group'

/** Filters a page by organisation and group, in a bar. A filter with only one choice is hidden. */
export function PlaceFilter({ kinds, ...props }: Props & { kinds: readonly PlaceKind[] }) {
  const choosable = useChoosable(kinds)
  return (
    <>
      {choosable.includes('organisation') && <OrganisationFilter {...props} isInBar />}
      {choosable.includes('group') && <GroupFilter {...props} isInBar />}
    </>
  )
}

export function usePlaceFilters(
  place: Place,
  kinds: readonly PlaceKind[],
  onChange: (place: Place) => void,
): ListFilter[] {
  const t = useT()
  const choosable = useChoosable(kinds)
  const { organisation, group } = place
  return [
    {
      label: t('fields:organisationId'),
      field: choosable.includes('organisation') && <OrganisationFilter place={place} onChange={onChange} />,
      inUse:
        organisation === undefined
          ? []
          : [
              {
                key: 'organisation',
                words: <NameOf label={t('fields:organisationId')} query={organisationNameQuery(organisation)} />,
                onRemove: () => onChange({ organisation: undefined, group: undefined }),
              },
            ],
    },
    {
      label: t('fields:groupId'),
      field: choosable.includes('group') && <GroupFilter place={place} onChange={onChange} />,
      inUse:
        group === undefined
          ? []
          : [
              {
                key: 'group',
                words: <NameOf label={t('fields:groupId')} query={groupNameQuery(group)} />,
                onRemove: () => onChange({ group: undefined }),
              },
            ],
    },
  ]
}

/**
 * Drops the kinds with only one choice: members of an organisation see no other, and members of one group see only that
 * group.
 */
function useChoosable(kinds: readonly PlaceKind[]): readonly PlaceKind[] {
  const holder = useHolder()
  const { organisation, groups } = useUser()
  return kinds.filter((kind) =>
    kind === 'organisation'
      ? organisation === null && can(holder, ['view-orgs', 'view-own-org'])
      : groups.length !== 1 && can(holder, ['view-groups', 'view-own-group']),
  )
}

/** Names a filter, followed by its value once that is loaded. */
export function NameOf<T extends { data: { name: string } }, K extends QueryKey>({
  label,
  query,
}: {
  label: string
  query: UseQueryOptions<T, Error, T, K>
}) {
  const name = useQuery({ ...query, retry: false }).data?.data.name
  return <span>{name === undefined ? label : `${label}: ${name}`}</span>
}

function OrganisationFilter({ place, onChange, isInBar }: Props) {
  const t = useT()
  const { isLoaded, choices, isPending, onSearch } = useChoices((text) => organisationChoices({ search: text }))
  if (isInBar && (!isLoaded || (choices.length < 2 && !place.organisation))) return null
  return (
    <SearchedSelect
      label={t('fields:organisationId')}
      {...(isInBar && { hiddenLabel: true, className: styles.place })}
      clearable
      placeholder={t(isInBar ? 'lists:filter.any' : 'lists:filter.anyOrganisation')}
      nothingFound={t('lists:filter.nothingFound')}
      choices={choices}
      isPending={isPending}
      value={place.organisation ?? null}
      onChange={(id) => onChange({ organisation: id ?? undefined, group: undefined })}
      onSearch={onSearch}
    />
  )
}

function GroupFilter({ place, onChange, isInBar }: Props) {
  const t = useT()
  const organisationId = place.organisation
  const { isLoaded, choices, hasMore, isPending, onSearch } = useChoices((text) =>
    groupChoices({ organisationId, search: text }),
  )
  if (isInBar && (!isLoaded || (choices.length < 2 && !place.group))) return null
  return (
    <SearchedSelect
      label={t('fields:groupId')}
      {...(isInBar && { hiddenLabel: true, className: styles.place })}
      clearable
      placeholder={t(isInBar ? 'lists:filter.any' : 'lists:filter.anyGroup')}
      nothingFound={t('lists:filter.nothingFound')}
      // Groups of a single organisation do not repeat its name.
      choices={organisationId === undefined ? namedApart(choices, hasMore) : choices}
      isPending={isPending}
      value={place.group ?? null}
      onChange={(id) => onChange({ group: id ?? undefined })}
      onSearch={onSearch}
    />
  )
}
