import { inviteStates } from '../../contract/invites/invite-filter.ts'
import { ClearFilters } from '../lists/clear-filters.tsx'
import { isNarrowed } from '../lists/list-address.ts'
import { PlaceFilter } from '../lists/place-filter.tsx'
import { SearchField } from '../lists/search-field.tsx'
import type { InvitesSearch } from '../paths.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'
import { InviteStateIcon } from './invite-state.tsx'
import styles from '../lists/list-filters.module.css'

interface Props {
  search: InvitesSearch
  onChange: (change: Partial<InvitesSearch>) => void
  onClear: () => void
}

/** Everything that narrows the list. */
export function InviteFilters({ search, onChange, onClear }: Props) {
  const t = useT()
  return (
    <section aria-label={t('lists:filter.label')} className={styles.filters}>
      <div className={styles.fields}>
        <SearchField
          help={t('invites:searchHelp')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text })}
        />
        <PlaceFilter place={search} onChange={onChange} />
      </div>
      <div className={styles.chips}>
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
        {isNarrowed(search) && <ClearFilters onClear={onClear} />}
      </div>
    </section>
  )
}
