import { folded } from '../rules/folding.ts'

/** Each month in English, Spanish, French, German, Portuguese, Italian and Dutch, whole and abbreviated, folded. */
const months = [
  'january jan enero ene janvier janv januar janner janeiro gennaio gen januari',
  'february feb febrero fevrier fev fevr februar fevereiro febbraio februari',
  'march mar marzo mars marz maerz marco maart mrt',
  'april apr abril abr avril avr aprile',
  'may mayo mai maio maggio mag mei',
  'june jun junio juin juni junho giugno giu',
  'july jul julio juillet juil juli julho luglio lug',
  'august aug agosto ago aout augustus',
  'september sep sept septiembre setiembre septembre setembro set settembre',
  'october oct octubre octobre oktober okt outubro out ottobre ott',
  'november nov noviembre novembre novembro',
  'december dec diciembre dic decembre dezember dez dezembro dicembre',
]

const monthNumbers: ReadonlyMap<string, number> = new Map(
  months.flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, at + 1])),
)

/** Days of the week, which may stand beside any date. */
const weekdays = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun ' +
    'lunes martes miercoles jueves viernes sabado domingo lun mie jue vie sab dom'
  ).split(' '),
)

/** Articles and the ends of ordinal numbers, which stand beside a day and never beside a year. */
const wordsOfDays = new Set('de del of the el le st nd rd th er'.split(' '))

/** The number of a month by its word, from 1; undefined for anything else. */
export function monthOfWord(word: string): number | undefined {
  return monthNumbers.get(folded(word).replace(/\.$/, ''))
}

/** A date with its month as a word. The digits of the year are as they are written. */
export interface WordedDate {
  year: string
  month: number
  day: string
  /** True if its year may also be what `day` holds: both have two digits, and the month stands between them. */
  yearFirst: boolean
}

/**
 * Reads `17 May 2011`, `17-May-11`, `May 17th, 2011`, `17 de mayo de 2011` or `2011 May 17`; undefined for anything else. Behind
 * the month the day comes before the year, and before the month stands the day, unless it has four digits. Two digits at both ends,
 * as in `25-Mar-04`, may each be the year.
 */
export function wordedDate(text: string): WordedDate | undefined {
  if (!/\p{L}/u.test(text)) return undefined
  const parts = (folded(text).match(/\d+|\p{L}+/gu) ?? []).filter((part) => !weekdays.has(part))
  const [first = '', second = '', third = '', ...more] = parts.filter((part) => !wordsOfDays.has(part))
  if (more.length > 0) return undefined
  const yearFirst = parts.length === 3 && /^\d{2}$/.test(first) && /^\d{2}$/.test(third)
  const named = (word: string, day: string, year: string) => {
    const month = monthNumbers.get(word)
    const isWritten = /^\d{1,2}$/.test(day) && /^(?:\d{4}|\d{2})$/.test(year)
    return month !== undefined && isWritten ? { year, month, day, yearFirst } : undefined
  }
  return (
    named(first, second, third) ?? (/^\d{4}$/.test(first) ? named(second, third, first) : named(second, first, third))
  )
}
