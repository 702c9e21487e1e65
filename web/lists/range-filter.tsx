import { useState } from 'react'
import { DateField } from '../ui/date-field.tsx'
import { useT } from '../ui/phrases.ts'
import { parseTypedDate, typedDate } from '../ui/typed-date.ts'
import { isBackwards, rangeNames } from '../ui/date-range.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import type { AddressRange } from './ranged-address.ts'
import { useDates } from '../shell/use-dates.ts'
import styles from './list-filters.module.css'

interface Props {
  search: AddressRange
  onChange: (change: AddressRange) => void
}

/** Narrows a list to days: a preset, or the first and last day of a range of one's own. */
export function RangeFilter({ search, onChange }: Props) {
  const t = useT()
  return (
    <>
      <FilterChips
        label={t('ranges:label')}
        chips={rangeNames.map((name) => ({ value: name, label: t(`ranges:${name}`) }))}
        value={search.range ?? 'all'}
        onChange={(range) => onChange({ range })}
      />
      {search.range === 'custom' && <CustomRange search={search} onChange={onChange} />}
    </>
  )
}

/** First and last day of a custom range, typed in the tenant's format. An empty field leaves that end open. */
function CustomRange({ search, onChange }: Props) {
  const t = useT()
  const { typing, hint } = useDates()
  const [from, setFrom] = useState(typedDate(search.from, typing))
  const [to, setTo] = useState(typedDate(search.to, typing))
  const [isLeft, setLeft] = useState(false)

  const [seen, setSeen] = useState(search)
  const dayOf = (typed: string) => parseTypedDate(typed, typing)
  // The address may change from elsewhere, as by the browser's back: then the fields follow it.
  if (search.from !== seen.from || search.to !== seen.to) {
    setSeen(search)
    if (dayOf(from) !== search.from) setFrom(typedDate(search.from, typing))
    if (dayOf(to) !== search.to) setTo(typedDate(search.to, typing))
  }
  const isNoDay = (typed: string) => typed.trim() !== '' && dayOf(typed) === undefined
  const isWrong = (typed: string) => isLeft && isNoDay(typed)
  const wrong = t('rules:date', { format: hint })
  const apply = () => {
    setLeft(true)
    // What is no day narrows nothing: the list stays as it is until it is put right.
    if (isNoDay(from) || isNoDay(to)) return
    const change = { from: dayOf(from), to: dayOf(to) }
    if (change.from !== search.from || change.to !== search.to) onChange({ range: 'custom', ...change })
  }
  const field = (label: string, value: string, set: (typed: string) => void, error: string | undefined) => (
    <DateField
      label={label}
      hint={hint}
      value={value}
      onChange={set}
      error={error}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
  return (
    <div className={styles.range}>
      {field(t('ranges:from'), from, setFrom, isWrong(from) ? wrong : undefined)}
      {field(t('ranges:to'), to, setTo, isWrong(to) ? wrong : isBackwards(search) ? t('rules:rangeOrder') : undefined)}
    </div>
  )
}
