import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { results } from '../../contract/rules/results.ts'
import { useDelayed } from '../api/use-delayed.ts'
import { rangeNames } from '../ui/date-range.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { CustomRange } from './custom-range.tsx'
import { hasFilters, type ListSearch } from './list-search.ts'
import { PlaceFilter } from './place-filter.tsx'
import styles from './list-filters.module.css'

interface Props {
  search: ListSearch
  onChange: (change: Partial<ListSearch>) => void
  onClear: () => void
}

/** Everything that narrows the list. It is all in the address: a filtered list can be sent, reloaded and gone back to. */
export function ListFilters({ search, onChange, onClear }: Props) {
  const t = useT()
  return (
    <section aria-label={t('testRecords:filter.label')} className={styles.filters}>
      <div className={styles.fields}>
        <SearchField value={search.search ?? ''} onChange={(text) => onChange({ search: text })} />
        <PlaceFilter search={search} onChange={onChange} />
      </div>
      <FilterChips
        label={t('ranges:label')}
        chips={rangeNames.map((name) => ({ value: name, label: t(`ranges:${name}`) }))}
        value={search.range ?? 'all'}
        onChange={(range) => onChange({ range })}
      />
      {search.range === 'custom' && <CustomRange search={search} onChange={onChange} />}
      <div className={styles.results}>
        <FilterChips
          label={t('testRecords:filter.result')}
          chips={results.map((result) => ({
            value: result,
            label: t(`results:${result}`),
            icon: <ResultIcon result={result} />,
          }))}
          value={search.result}
          onChange={(result) => onChange({ result: result === search.result ? undefined : result })}
        />
        {hasFilters(search) && (
          <button type="button" className={styles.clear} onClick={onClear}>
            <IconX size={16} aria-hidden />
            {t('testRecords:filter.clear')}
          </button>
        )}
      </div>
    </section>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string | undefined) => void }) {
  const t = useT()
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address may change from elsewhere, as by "Clear filters" or the browser's back; our own change must not undo
  // what was typed since.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setTyped(value)
  }
  const search = useDelayed((text: string) => {
    setSent(text.trim())
    onChange(text.trim() || undefined)
  })
  return (
    <div className={styles.search}>
      <IconSearch size={18} aria-hidden className={styles.searchIcon} />
      <input
        type="search"
        className={styles.searchInput}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        aria-label={`${t('testRecords:filter.search')}: ${t('testRecords:filter.searchHelp')}`}
        placeholder={t('testRecords:filter.searchHelp')}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search.soon(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.now(typed)
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles.clearSearch}
          aria-label={t('testRecords:filter.clearSearch')}
          onClick={() => {
            setTyped('')
            search.now('')
          }}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
