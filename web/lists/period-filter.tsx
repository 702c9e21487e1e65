import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { useT } from '../ui/phrases.ts'
import { parseTypedDate, typedDate } from '../ui/typed-date.ts'
import { daysOf, isBackwards, rangeNames } from '../ui/date-range.ts'
import { Popover } from '../ui/popover.tsx'
import type { AddressRange } from '../routing/ranged-address.ts'
import { useDates } from '../preferences/use-dates.ts'
import * as bar from './list-bar.module.css'
import * as styles from './period-filter.module.css'

interface Props {
  search: AddressRange
  onChange: (change: AddressRange) => void
}

/** Filters a list by date: a button that names the period and opens the presets and the custom range. */
export function PeriodFilter({ search, onChange }: Props) {
  const t = useT()
  const words = usePeriodWords(search)
  return (
    <Popover
      label={t('ranges:label')}
      buttonLabel={`${t('ranges:label')}: ${words}`}
      buttonClass={bar.button}
      button={
        <>
          <IconCalendar size={18} aria-hidden />
          <span className={`${bar.word} ${bar.long}`}>{words}</span>
          {/* Used on a phone, where the chip below names the period. */}
          <span className={`${bar.word} ${bar.label}`}>{t('ranges:label')}</span>
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      {(close) => (
        <div className={styles.period}>
          <ul className={styles.presets}>
            {rangeNames.map((range) => (
              <li key={range}>
                <button
                  type="button"
                  onKeyDown={moveFocus}
                  aria-pressed={range === (search.range ?? 'all')}
                  onClick={() => {
                    onChange({ range })
                    if (range !== 'custom') close()
                  }}
                >
                  <IconCheck size={18} aria-hidden />
                  <span>{t(`ranges:${range}`)}</span>
                </button>
              </li>
            ))}
          </ul>
          {search.range === 'custom' && <CustomRange search={search} onChange={onChange} onDone={close} />}
        </div>
      )}
    </Popover>
  )
}

export function usePeriodWords({ range = 'all', from, to }: AddressRange): string {
  const t = useT()
  const dates = useDates()
  if (range !== 'custom' || (from === undefined && to === undefined)) return t(`ranges:${range}`)
  return [from && dates.day(from), to && dates.day(to)]
    .map((day) => day ?? '')
    .join(' – ')
    .trim()
}

/** The period of a list in words that stay true on later days: a preset is followed by the days that it means now. */
export function usePeriodDays({ range = 'all', from, to }: AddressRange): string {
  const t = useT()
  const dates = useDates()
  const words = usePeriodWords({ range, ...(from && { from }), ...(to && { to }) })
  const { first, last } = daysOf({ range })
  if (first === undefined || last === undefined) return words
  const days = [...new Set([first, last])].map((day) => dates.day(day)).join(' – ')
  return t('lists:print.period', { period: words, days })
}

/** Arrow keys move between the presets, as Tab does. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const presets = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = presets.findIndex((preset) => preset === document.activeElement)
  presets.at((at + step) % presets.length)?.focus()
}

/** The first and last day of a custom range, in the tenant's date format. An empty field leaves that end open. */
function CustomRange({ search, onChange, onDone }: Props & { onDone: () => void }) {
  const t = useT()
  const { typing, hint } = useDates()
  const [from, setFrom] = useState(typedDate(search.from, typing))
  const [to, setTo] = useState(typedDate(search.to, typing))
  const [isLeft, setLeft] = useState(false)

  const [seen, setSeen] = useState(search)
  const dayOf = (typed: string) => parseTypedDate(typed, typing)
  // When the address changes elsewhere, as with the browser's back button, the fields follow it.
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
    // An invalid date filters nothing: the list stays as it is until the date is corrected.
    if (isNoDay(from) || isNoDay(to)) return false
    const change = { from: dayOf(from), to: dayOf(to) }
    if (change.from !== search.from || change.to !== search.to) onChange({ range: 'custom', ...change })
    return !isBackwards(change)
  }
  const field = (label: string, value: string, set: (typed: string) => void, error: string | undefined) => (
    <DateField
      label={label}
      hint={hint}
      value={value}
      onChange={set}
      error={error}
      onBlur={() => void apply()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && apply()) onDone()
      }}
    />
  )
  return (
    <div className={styles.range}>
      {field(t('ranges:from'), from, setFrom, isWrong(from) ? wrong : undefined)}
      {field(t('ranges:to'), to, setTo, isWrong(to) ? wrong : isBackwards(search) ? t('rules:rangeOrder') : undefined)}
      <Button variant="default" onClick={() => apply() && onDone()}>
        {t('ranges:apply')}
      </Button>
    </div>
  )
}
