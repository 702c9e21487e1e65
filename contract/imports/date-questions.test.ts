import fc from 'fast-check'
import { expect, it } from 'vitest'
import { proposedAnswers } from './answers.ts'
import { DateQuestions } from './date-questions.ts'
import { rowReader } from './imported-row.ts'
import { dateOrders, type DateOrder } from './written-dates.ts'

const keeps = { details: [], countries: [] }
const now = new Date('2026-11-28T12:00:00Z')
const answers = { ...proposedAnswers('by-hand', 'UTC'), dateOrder: 'dmy' as const }
const columns = [{ field: 'dateOfBirth' }, { field: 'performedAt' }, { field: 'birthYear' }, null] as const

function counted(...rows: string[][]) {
  const questions = new DateQuestions(columns, answers, now)
  for (const cells of rows) questions.take(cells)
  return questions
}

const none = {
  inEitherOrder: 0,
  onlyMonthFirst: 0,
  onlyDayFirst: 0,
  onlyYearFirst: 0,
  twoDigitYears: 0,
  serialDates: 0,
}

it('what dates leave open is counted, in columns of dates alone', () => {
  const { open } = counted(
    ['03/04/2011', '2026-03-04', '', '03/04/2011'],
    ['17/05/2011', '3/17/2026 9:40', '25', ''],
    ['04/03/25', '11/11/2025', '2011', ''],
    ['30438', '1 Feb 2026', '31', ''],
  )
  expect(open).toEqual({
    ...none,
    inEitherOrder: 2,
    onlyMonthFirst: 1,
    onlyDayFirst: 1,
    twoDigitYears: 2,
    serialDates: 1,
  })
  expect(counted(['5/5/2011', '3/17/26', '', '']).open).toEqual({ ...none, onlyMonthFirst: 1 })
})

it('what the answer about years leaves open stays a question', () => {
  const answered = { ...answers, twoDigitYears: 'earlier' as const }
  const questions = new DateQuestions(columns, answered, now)
  for (const cells of [
    ['04/03/05', '', '', ''],
    ['', '', '05', ''],
    ['04/03/31', '3/4/05', '99', ''],
  ])
    questions.take(cells)
  expect(questions.open.twoDigitYears).toBe(2)
})

it('what is said of years of birth changes no date of a test', () => {
  const names = [{ field: 'firstName' }, { field: 'lastName' }, { field: 'dateOfBirth' }] as const
  const ofTest = [...names, { field: 'performedAt' }, { field: 'symptomOnset' }, { field: 'result' }] as const
  const cells = ['Ada', 'Marlow', '04/03/31', '04/03/05', '03/03/05', 'positive']
  const { test } = rowReader(ofTest, { ...answers, twoDigitYears: 'earlier' }, keeps, new Date('2006-01-01'))(cells)
  expect([test?.performedDate, test?.symptomOnset]).toEqual(['2005-03-04', '2005-03-03'])
})

it.each([
  ['12:05', []],
  ['12:06', ['timeInFuture']],
])('clocks differ by up to five minutes: a test at %s that is imported at 12:00', (time, codes) => {
  const fields = ['firstName', 'lastName', 'dateOfBirth', 'performedAt', 'result'] as const
  const read = rowReader(
    fields.map((field) => ({ field })),
    answers,
    keeps,
    now,
  )(['Ada', 'Marlow', '17/05/2011', `28/11/2026 ${time}`, 'positive'])
  expect(read.problems.map(({ code }) => code)).toEqual(codes)
})

it('a date that is another day in the other order is always counted', () => {
  const names = [{ field: 'firstName' }, { field: 'lastName' }, { field: 'dateOfBirth' }] as const
  // Every day of this year has begun, and none of the next one anywhere: its digits would be two years otherwise.
  const endOfYear = new Date('2026-12-31T09:59:59Z')
  const part = fc.integer({ min: 0, max: 32 }).map(String)
  const middle = fc.oneof(part, fc.constantFrom('Mar', 'abril', 'Sept'))
  const separator = fc.constantFrom('/', '-', '.', ' ')
  const year = fc.constantFrom('1999', '2011', '31', '99')
  fc.assert(
    fc.property(part, middle, year, separator, (first, second, digits, between) => {
      const text = [first, second, digits].join(between)
      const isShort = first.length === 2 && digits.length === 2
      const dayIn = (dateOrder: DateOrder) =>
        rowReader(names, { ...answers, dateOrder, twoDigitYears: 'later' }, keeps, endOfYear)(['Ada', 'Marlow', text])
          .person?.dateOfBirth
      const days = dateOrders.flatMap((order) => (order === 'ymd' && !isShort ? [] : (dayIn(order) ?? [])))
      const isOneAlone = days.length === 1
      const isYearFirst = isShort && dayIn('ymd') !== undefined
      const questions = new DateQuestions(names, answers, endOfYear)
      questions.take(['Ada', 'Marlow', text])
      const { inEitherOrder, onlyMonthFirst, onlyDayFirst, onlyYearFirst } = questions.open
      expect(inEitherOrder).toBe(new Set(days).size > 1 ? 1 : 0)
      expect(onlyMonthFirst + onlyDayFirst).toBe(isOneAlone && !isYearFirst ? 1 : 0)
      expect(onlyYearFirst).toBe(isOneAlone && isYearFirst ? 1 : 0)
    }),
  )
})

it.each([
  [['17', '5', '2011'], '2011-05-17'],
  [['17', 'May', '2011'], '2011-05-17'],
  [['17', 'agosto', '1931'], '1931-08-17'],
  [['31', '2', '2011'], [['birthDay', 'date']]],
  [['17', 'Floreal', '2011'], [['birthDay', 'dateUnread']]],
  [['', '5', '2011'], [['birthDay', 'dateUnread']]],
  [['17', '5', '25'], [['birthYear', 'yearUnclear']]],
  [['17', '5', '2030'], [['birthDay', 'dateInFuture']]],
])('a date of birth in three columns: %j', (cells, expected) => {
  const fields = ['birthDay', 'birthMonth', 'birthYear', 'firstName', 'lastName'] as const
  const read = rowReader(
    fields.map((field) => ({ field })),
    answers,
    keeps,
    now,
  )([...cells, 'Ada', 'Marlow'])
  const problems = read.problems.map(({ column, code }) => [fields[column ?? -1], code])
  expect(read.person?.dateOfBirth ?? problems).toEqual(expected)
})
