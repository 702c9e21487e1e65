import { beforeAll, expect, it } from 'vitest'
import { imports as words } from '../../contract/phrases/en_GB/imports.ts'
import { admin, read, rowsOf, test, uploaded } from '../../tests/server/sent-imports.ts'

const names = 'First name,Last name,Date of birth'
const file = (...rows: string[]) => [...rows, ''].join('\n')

/** The dates of birth that were read of a file's rows, or the codes of what is wrong with them. */
async function birthDates(id: string) {
  const { data } = await rowsOf(id)
  return data.map(
    ({ read: dates, problems }: { read: { dateOfBirth: string | null }; problems: { code: string }[] }) =>
      problems.find(({ code }) => /^date|^day|^year/.test(code))?.code ?? dates.dateOfBirth,
  )
}

/** Says in which order a file has its dates, if anything. */
async function sayOrder(id: string, dateOrder?: 'dmy' | 'mdy' | 'ymd') {
  const { answers } = await read(id)
  await admin.put(`/imports/${id}/preview`, { ...answers, ...(dateOrder && { dateOrder }) })
  return read(id)
}

beforeAll(() => test.query(test.ours, `update tenants set identifies_by = 'names'`))

it('dates that may be two days wait until somebody says their order, for each file anew', async () => {
  const school = file(
    'Pupil,Surname,Birthday',
    'Amelia,Hartley,03/04/2011',
    'Noah,Pemberton,2010-06-05',
    'Isla,Ward,1/1/2010',
  )
  const columns = ['firstName', 'lastName', 'dateOfBirth']
  for (const [dateOrder, first] of [
    ['dmy', '2011-04-03'],
    ['mdy', '2011-03-04'],
  ] as const) {
    const { id } = await uploaded(school)
    await read(id)
    const reply = await admin.put(`/imports/${id}/preview`, { zone: 'Europe/London', columns })
    expect(reply.json().data).toMatchObject({ answers: { dateOrder: 'ask' } })
    expect(await read(id)).toMatchObject({
      summary: { wrong: 1, dates: { inEitherOrder: 1, onlyDayFirst: 0, onlyMonthFirst: 0 } },
    })
    expect(await birthDates(id)).toEqual(['dayUnclear', '2010-06-05', '2010-01-01'])
    const { data } = await rowsOf(id, { outcome: 'wrong' })
    expect(data[0].problems).toMatchObject([{ column: 2, message: words['problem.dayUnclear'] }])
    expect(await sayOrder(id, dateOrder)).toMatchObject({ answers: { dateOrder }, summary: { wrong: 0 } })
    expect(await birthDates(id)).toEqual([first, '2010-06-05', '2010-01-01'])
    // Whoever says nothing about dates keeps what was said.
    expect(await sayOrder(id)).toMatchObject({ answers: { dateOrder } })
  }
})

it('groups and kits are asked about together with the order of dates, and only about those that rows name', async () => {
  const headers = `${names},Test date,Device,Facility,Result`
  const { id } = await uploaded(
    file(
      headers,
      'Ada,One,03/04/2011,05/06/2025,Card,Ward 3,Negative',
      'Bea,Two,13/04/2011,05/06/2025,,Ward 3,Negative',
    ),
  )
  const { summary } = await read(id)
  expect(summary).toMatchObject({ wrong: 2, facilities: [{ name: 'Ward 3', rows: 2 }] })
  // The second row waits for its device, which is no question about the file.
  expect(summary?.devices).toMatchObject([{ device: 'Card', results: 1 }])
})

it('one date that exists in one order alone says nothing of the others: a day may be mistyped', async () => {
  const { id } = await uploaded(file(names, 'Ada,One,03/04/2011', 'Bea,Two,17/05/2011'))
  expect(await read(id)).toMatchObject({
    answers: { dateOrder: 'ask' },
    summary: { wrong: 1, dates: { inEitherOrder: 1, onlyDayFirst: 1 } },
  })
  expect(await birthDates(id)).toEqual(['dayUnclear', '2011-05-17'])
})

it('a mistyped day that exists only with a year of two digits first waits until somebody says that the year is first', async () => {
  const { id } = await uploaded(
    file(names, 'Ada,Typo,25/03/49', 'Bea,Typo,31/04/25', 'Cal,Typo,29/02/23', 'Dee,Typo,17/08/88'),
  )
  expect(await read(id)).toMatchObject({ summary: { wrong: 2, dates: { onlyDayFirst: 2, onlyYearFirst: 2 } } })
  expect(await birthDates(id)).toEqual(['1949-03-25', 'dayUnclear', 'dayUnclear', '1988-08-17'])
  await sayOrder(id, 'dmy')
  expect(await birthDates(id)).toEqual(['1949-03-25', 'dateOrder', 'dateOrder', '1988-08-17'])
  await sayOrder(id, 'ymd')
  expect(await birthDates(id)).toEqual(['dateOrder', '1931-04-25', '1929-02-23', 'dateOrder'])
})

it('dates of which some exist with the day first alone and some with the month are read each as it can be, or wait', async () => {
  const { id } = await uploaded(file(names, 'Ada,One,17/05/2011', 'Bea,Two,05/17/2011', 'Cal,Three,04/03/2011'))
  expect(await read(id)).toMatchObject({ answers: { dateOrder: 'ask' }, summary: { wrong: 1 } })
  expect(await birthDates(id)).toEqual(['2011-05-17', '2011-05-17', 'dayUnclear'])
})

it('a year of two digits waits where both centuries are possible, until somebody says which', async () => {
  const { id } = await uploaded(
    file(names, 'Edith,Marlowe,04/03/25', 'Walter,Ainsley,04/03/31', 'Doris,Kettering,04/03/99'),
  )
  expect(await read(id)).toMatchObject({ summary: { wrong: 3, dates: { twoDigitYears: 1 } } })
  expect(await sayOrder(id, 'dmy')).toMatchObject({
    answers: { twoDigitYears: 'ask' },
    summary: { wrong: 1, dates: { twoDigitYears: 1 } },
  })
  expect(await birthDates(id)).toEqual(['yearUnclear', '1931-03-04', '1999-03-04'])
  const { data } = await rowsOf(id, { outcome: 'wrong' })
  const { problems } = data.find(({ line }: { line: number }) => line === 2)
  expect(problems[0].message).toBe(words['problem.yearUnclear'].replace('{{value}}', '1925 / 2025'))
  const { answers } = await read(id)
  await admin.put(`/imports/${id}/preview`, { ...answers, twoDigitYears: 'earlier' })
  await read(id)
  expect(await birthDates(id)).toEqual(['1925-03-04', '1931-03-04', '1999-03-04'])
})

it('whoever says that years are the earlier ones is asked about those of nobody who lives', async () => {
  const { id } = await uploaded(file(names, 'Edith,Marlowe,04/03/25', 'Cy,Young,04/03/05', 'Di,Old,04/03/0005'))
  const { answers } = await sayOrder(id, 'dmy')
  await admin.put(`/imports/${id}/preview`, { ...answers, twoDigitYears: 'earlier' })
  expect(await read(id)).toMatchObject({ summary: { dates: { twoDigitYears: 2 } } })
  expect(await birthDates(id)).toEqual(['1925-03-04', 'yearUnclear', 'dateTooOld'])
  const { data } = await rowsOf(id, { outcome: 'wrong' })
  const { problems } = data.find(({ line }: { line: number }) => line === 3)
  // What was answered for the whole file is not asked for again.
  expect(problems[0].message).toMatch(
    /^Two digits do not tell which year this is: \d+ \/ \d+\. Write the year with four digits\.$/,
  )
})

it('a month as a word between two digits waits until somebody says whether the year stands first', async () => {
  const { id } = await uploaded(file(names, 'Ada,One,25-Mar-04', 'Bea,Typo,31-Apr-25', 'Cal,Three,17-May-88'))
  expect(await read(id)).toMatchObject({ summary: { wrong: 2, dates: { inEitherOrder: 1, onlyYearFirst: 1 } } })
  expect(await birthDates(id)).toEqual(['dayUnclear', 'dayUnclear', '1988-05-17'])
  await sayOrder(id, 'dmy')
  expect(await birthDates(id)).toEqual(['2004-03-25', 'dateOrder', '1988-05-17'])
})

it('dates as other systems write them are each one day, or wait with a reason', async () => {
  const { id } = await uploaded(
    file(
      names,
      'Ada,One,17-May-2011',
      'Bea,Two,1 Jan 1950',
      'Cal,Three,2012/05/17',
      'Dee,Four,19700201',
      'Eli,Five,30438',
      'Fay,Six,"Feb 1, 1970"',
      'Gus,Seven,1970-02-01T00:00:00Z',
      'Hal,Eight,1/2/1970 12:00:00 AM',
      'Ian,Nine,202107250000-0500',
      'Joy,Ten,17 de mayo de 2011',
      'Kit,Eleven,31/02/2011',
      'Lou,Twelve,04/03/0025',
      'May,Thirteen,04/03/2090',
      'Ned,Fourteen,1970-01-31T23:00:00Z',
      'Ola,Fifteen,spring',
    ),
  )
  expect(await sayOrder(id, 'dmy')).toMatchObject({
    summary: { dates: { serialDates: 1 } },
    answers: { serialDates: 'ask' },
  })
  expect((await birthDates(id))[4]).toBe('dayUnclear')
  const { answers } = await read(id)
  await admin.put(`/imports/${id}/preview`, { ...answers, serialDates: '1900' })
  expect(await read(id)).toMatchObject({ answers: { serialDates: '1900' } })
  expect(await birthDates(id)).toEqual([
    '2011-05-17',
    '1950-01-01',
    '2012-05-17',
    '1970-02-01',
    '1983-05-02',
    '1970-02-01',
    '1970-02-01',
    '1970-02-01',
    '2021-07-25',
    '2011-05-17',
    'date',
    'dateTooOld',
    'dateInFuture',
    'dateWithTime',
    'dateUnread',
  ])
})

it('the time of a test may stand in a column of its own', async () => {
  const head = `${names},Test date,Test time,Result,Device`
  const row = (name: string, date: string, time: string) => `${name},One,2011-05-17,${date},${time},positive,Quay Duo`
  const { id } = await uploaded(
    file(
      head,
      row('Ada', '2026-03-01', '9.40'),
      row('Bea', '2026-03-01', '0940'),
      row('Cal', '2026-03-01', '9:40 PM'),
      row('Dee', '2026-03-01', '2026-03-01T09:30:00.000+01:00'),
      row('Eli', '2026-03-01', ''),
      row('Fay', '2026-03-02', '2026-03-01T09:30:00.000+01:00'),
      row('Gus', '2026-03-01', 'noonish'),
    ),
  )
  await read(id)
  const { data } = await rowsOf(id)
  const times = data.map(({ read: { performed }, problems }: Row) =>
    performed === null ? problems.find(({ code }) => code !== 'noGroup')?.code : `${performed.day} ${performed.time}`,
  )
  // The clock of the file was in New York.
  expect(times).toEqual([
    '2026-03-01 09:40',
    '2026-03-01 09:40',
    '2026-03-01 21:40',
    '2026-03-01 03:30',
    '2026-03-01 12:00',
    'otherDate',
    'time',
  ])
})

interface Row {
  read: { performed: { day: string; time: string } | null }
  problems: { code: string }[]
}
