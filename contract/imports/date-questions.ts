import { oldestYears } from '../limits-and-times.ts'
import { todayIn } from '../rules/dates.ts'
import type { ImportAnswers } from './answers.ts'
import type { ImportSummary } from './import.ts'
import { dateFields, type ImportColumn, type ImportField } from './fields.ts'
import type { Cell } from './row-cells.ts'
import { dayOf, ordersOf, unclearYears, type DateSettings } from './written-dates.ts'
import { writtenParts } from './written-times.ts'

type Said = Pick<ImportAnswers, 'dateOrder' | 'twoDigitYears' | 'serialDates'>

/** How dates of birth are read: two digits may be any year in which somebody was born who lives. */
export function datesOfBirth(said: Said, now: Date): DateSettings {
  return settingsOf(said, now, oldestYears)
}

/** How dates of tests are read: two digits are the last year with these digits, whatever is said of dates of birth. */
export function datesOfTests(said: Said, now: Date): DateSettings {
  return settingsOf({ ...said, twoDigitYears: 'later' }, now, 99)
}

function settingsOf({ dateOrder, twoDigitYears, serialDates }: Said, now: Date, years: number): DateSettings {
  const latest = Number(todayIn('Etc/GMT-14', now).slice(0, 4))
  return { order: dateOrder, twoDigitYears, serialDates, years: { earliest: latest - years, latest } }
}

type OpenDates = NonNullable<ImportSummary['dates']>

/** Counts what the dates of a file leave open, row by row. `now` is the time by which years are judged. */
export class DateQuestions {
  readonly #columns: readonly { at: number; field: ImportField }[]
  readonly #births: DateSettings
  /** What the answer about years leaves open remains a question. */
  readonly #answered: DateSettings
  readonly open: Required<OpenDates> = {
    inEitherOrder: 0,
    onlyMonthFirst: 0,
    onlyDayFirst: 0,
    onlyYearFirst: 0,
    twoDigitYears: 0,
    serialDates: 0,
  }

  constructor(columns: readonly (ImportColumn | null)[], said: Said, now: Date) {
    this.#births = datesOfBirth({ ...said, twoDigitYears: 'ask' }, now)
    this.#answered = datesOfBirth(said, now)
    this.#columns = columns.flatMap((column, at) => {
      const field = [...dateFields, 'birthYear' as const].find((one) => one === column?.field)
      return field === undefined ? [] : [{ at, field }]
    })
  }

  take(cells: readonly Cell[]): void {
    for (const { at, field } of this.#columns) {
      const text = cells[at] ?? ''
      if (field === 'birthYear') {
        if (this.#either((settings) => unclearYears(text.trim(), settings) !== undefined)) this.open.twoDigitYears += 1
        continue
      }
      const date = writtenParts(text)?.date
      if (date !== undefined) this.#count(date, field === 'dateOfBirth')
    }
  }

  #count(date: NonNullable<ReturnType<typeof writtenParts>>['date'], isBirth: boolean): void {
    if (date.kind === 'serial') {
      this.open.serialDates += 1
      return
    }
    const { fitting, areEqual } = ordersOf(date, this.#births)
    const [one, other] = fitting
    if (!areEqual) {
      if (other !== undefined) this.open.inEitherOrder += 1
      else if (one === 'mdy') this.open.onlyMonthFirst += 1
      else if (one === 'dmy') this.open.onlyDayFirst += 1
      else if (one === 'ymd') this.open.onlyYearFirst += 1
    }
    const { order } = this.#births
    const possible = order === 'ask' ? fitting : fitting.filter((fits) => fits === order)
    const isOpen = (settings: DateSettings) =>
      possible.some((fits) => 'problem' in dayOf(date, { ...settings, order: fits }))
    if (isBirth && this.#either(isOpen)) this.open.twoDigitYears += 1
  }

  #either(isOpen: (settings: DateSettings) => boolean): boolean {
    return isOpen(this.#births) || isOpen(this.#answered)
  }
}
