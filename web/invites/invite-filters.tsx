import { inviteStates } from '../../contract/invites/invite-filter.ts'
import { FilterFrame } from '../lists/filter-frame.tsx'
import { isNarrowed } from '../lists/list-address.ts'
import { PlaceFilter } from '../lists/place-filter.tsx'
import { SearchField } from '../lists/search-field.tsx'
import type { InvitesSearch } from '../paths.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'
import { InviteStateIcon } from './invite-state.tsx'

interface Props {
  search: InvitesSearch
  onChange: (change: Partial<InvitesSearch>) => void
  onClear: () => void
}

/** Everything that narrows the list. */
export function InviteFilters({ search, onChange, onClear }: Props) {
  const t = useT()
  return (
    <FilterFrame
      search={
        <SearchField
          help={t('invites:searchHelp')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text })}
        />
      }
      place={<PlaceFilter place={search} onChange={onChange} />}
      isInUse={isNarrowed(search)}
      onClear={onClear}
      last={
        <FilterChips
          label={t('invites:column.state')}
          chips={inviteStates.map((state) => ({
            value: state,
            label: t(`invites:state.${state}`),
            icon: <InviteStateIcon state={state} />,
          }))}
          value={search.state}
          onChange={(state) => onChange({ state: state === search.state ? undefined : state })}
        />
      }
    />
  )
}
