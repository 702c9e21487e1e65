import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import type { IdentifiesBy } from '../../contract/subjects/detail-kinds.ts'
import { openPage } from '../testing/open-page.tsx'
import { animals } from '../testing/subjects.tsx'
import { currentMessages } from '../ui/snackbar-store.ts'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'

const id = '01998878-2800-7000-8000-000000000002'
const groupId = '01998878-2800-7000-8000-000000000003'
const assayId = '01998878-2800-7000-8000-000000000004'

const answers = {
  zone: 'UTC',
  dateOrder: 'mdy',
  twoDigitYears: 'ask',
  serialDates: '1900',
  undetermined: 'invalid',
  removed: 'leave-out',
  texts: false,
  columns: null,
  headerRow: null,
  sheet: null,
  kits: [],
  groups: [],
} as const

const summary = {
  rows: 5,
  wrong: 2,
  skipped: { noResult: 0, removed: 0, repeated: 1 },
  people: 2,
  tests: 2,
  devices: [{ device: 'Quay Duo', condition: 'Flu A', code: null, results: 2 }],
  facilities: [{ name: 'Birch House', rows: 5 }],
  hasUndetermined: false,
  removed: 0,
}

const read: FileImport = {
  id,
  organisationId: null,
  fileName: 'results.csv',
  bytes: 100,
  state: 'read',
  answers: { ...answers, kits: [], groups: [] },
  head: {
    layout: 'results-server',
    headers: ['Patient first name', 'Patient last name', 'Patient date of birth', 'Test date', 'Swab'],
    columns: [{ field: 'firstName' }, { field: 'lastName' }, { field: 'dateOfBirth' }, { field: 'performedAt' }, null],
  },
  hasKnownColumns: false,
  summary,
  preview: { people: { made: 1, matched: 1 }, tests: 2, wrong: 2, skipped: 1 },
  run: null,
  undo: null,
  undoUntil: null,
  rowsRead: 5,
  problem: null,
  uploadedBy: 'Rosie Atkinson',
  uploadedAt: '2026-03-01T09:30:00.000Z',
  removedAt: '2026-03-08T09:30:00.000Z',
  version: 3,
}

const run = {
  rows: 2,
  of: 4,
  people: { made: 1, matched: 1 },
  tests: 2,
  known: 0,
  wrong: 0,
  startedBy: 'Rosie Atkinson',
  startedAt: '2026-03-01T09:40:00.000Z',
  endedAt: null,
}

const wrongRow: ImportRow = {
  line: 3,
  cells: ['Ada', 'Marlow', '2/31/1949', '6/1/2026 2:05PM', ''],
  outcome: 'wrong',
  skipped: null,
  repeats: null,
  person: null,
  differences: null,
  taken: [],
  read: { dateOfBirth: null, symptomOnset: null, performed: null, reportedAt: null },
  problems: [{ column: 2, code: 'date', message: 'There is no such date' }],
}

async function open(
  one: FileImport,
  replies: Parameters<typeof openPage>[1]['replies'] = {},
  rows = [wrongRow],
  identifiesBy: IdentifiesBy = 'names',
) {
  return await openPage(`/imports/${id}`, {
    preferences: { subjects: { kind: 'human', customId1: '', customId2: '', identifiesBy } },
    parts: [
      import('./import-page.tsx'),
      import('./before-import.ts'),
      import('./rows.tsx'),
      import('./run-card.tsx'),
      import('../ui/search-select.tsx'),
    ],
    user: aUser('tenant'),
    replies: {
      [`GET /imports/${id}`]: reply(200, { data: one }),
      [`GET /imports/${id}/rows`]: pageOf(rows),
      [`GET /imports/${id}/undo`]: reply(200, { data: { tests: 2, testsLeft: 0, people: 1, peopleLeft: [] } }),
      'GET /groups': pageOf([
        { id: groupId, name: 'Ward 1', organisationId: id, organisationName: 'Harbour Care Homes' },
      ]),
      'GET /assays': pageOf([
        {
          id: assayId,
          name: 'Duo',
          analytes: [
            { id: 'a', name: 'Influenza A antigen', loinc: null, snomed: null },
            { id: 'b', name: 'Influenza B antigen', loinc: null, snomed: null },
          ],
        },
      ]),
      ...replies,
    },
  })
}

test('the list says of each file what became of it', async () => {
  await openPage('/imports', {
    parts: [import('./imports-page.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /imports': pageOf([
        read,
        { ...read, id: groupId, fileName: 'before.csv', state: 'done', run },
        {
          ...read,
          id: assayId,
          fileName: 'photo.csv',
          state: 'refused',
          problem: { code: 'notATable', message: 'No table.' },
        },
      ]),
    },
  })
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent
  expect(await rowOf('results.csv')).toContain('5 rows · 2 rows wait to be corrected')
  expect(await rowOf('before.csv')).toContain('Imported: 2 tests, 1 person')
  expect(await rowOf('photo.csv')).toContain('No table.')
})

test('nobody without the right sees an import', async () => {
  const { router, fetched } = await openPage(`/imports/${id}`, { user: aUser('group') })
  await waitFor(() => expect(router.state.status).toBe('idle'))
  await waitFor(() => expect(router.state.location.pathname).not.toContain('imports'))
  expect(called(fetched, 'GET', '/imports')).toEqual([])
})

test.each(['/imports', '/imports/new'])('%s says in a tenant of animals why there are no imports', async (address) => {
  const { router, fetched } = await openPage(address, { user: aUser('tenant'), preferences: { subjects: animals } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await waitFor(() => expect(currentMessages().at(-1)?.text).toBe('This page is for tests of people only.'))
  expect(called(fetched, 'GET', '/imports')).toEqual([])
})

test('a file that cannot be read says why, and offers another', async () => {
  await open({
    ...read,
    state: 'refused',
    head: null,
    answers: null,
    summary: null,
    preview: null,
    problem: { code: 'notATable', message: 'This is no table.' },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('This is no table.')
  expect(screen.getByRole('link', { name: 'Send another file' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Its rows' })).toBeNull()
})

test('what a row says otherwise of somebody known stands side by side, and is taken for one or for all', async () => {
  const differing: ImportRow = {
    ...wrongRow,
    outcome: 'right',
    person: 'matched',
    problems: [],
    differences: {
      here: {
        telephones: [{ number: '+44 7400 123456', type: 'mobile', texts: true }],
        address: null,
        email: 'a@b.org',
      },
      file: {
        telephones: [{ number: '+44 7400 654321', type: 'mobile', texts: false }],
        address: {
          country: 'GB',
          streetAddress: '1 High Street',
          streetAddress2: null,
          city: 'Leeds',
          county: null,
          state: null,
          postcode: 'LS1 1AA',
        },
        email: 'b@b.org',
      },
    },
  }
  const counts = (taken: number) => [
    { field: 'telephones' as const, people: 12, taken },
    { field: 'email' as const, people: 1, taken: 0 },
  ]
  const one: FileImport = { ...read, preview: { ...read.preview, differences: counts(0) } as FileImport['preview'] }
  const { fetched } = await open(
    one,
    {
      [`PUT /imports/${id}/differences`]: reply(200, {
        data: { ...one, preview: { ...one.preview, differences: counts(12) } },
      }),
    },
    [differing],
  )
  const group = await screen.findByRole('group', { name: 'What row 3 says otherwise than is stored' })
  expect(group.textContent).toContain('Known here. What differs: Telephones, Address, Email.')
  const cells = within(group)
    .getAllByRole('row')
    .map((line) =>
      [...line.querySelectorAll('th, td > span, td:not(:has(span))')].map(({ textContent }) => textContent),
    )
  expect(cells.slice(1).map((texts) => texts.slice(0, 2))).toEqual([
    ['Telephones', '+44 7400 123456'],
    ['Address', 'Nothing'],
    ['Email', 'a@b.org'],
  ])
  expect(group.textContent).toContain('1 High Street, Leeds, LS1 1AA')
  expect(within(group).queryByRole('checkbox', { name: 'Email: take from the file' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Telephones: take from the file for all' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/differences')).toEqual({ field: 'telephones', line: null, isTaken: true }),
  )
  await screen.findByText('taken from the file for 12')
  await userEvent.click(within(group).getByRole('checkbox', { name: 'Address: take from the file' }))
  await waitFor(() => expect(sentBody(fetched, '/differences')).toEqual({ field: 'address', line: 3, isTaken: true }))
  expect(screen.getByRole('button', { name: 'Telephones: keep what is stored for all' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show these rows' }))
  await waitFor(() => expect(called(fetched, 'GET', `/imports/${id}/rows`).at(-1)?.[0]).toContain('differs=yes'))
})

test('the questions are those of the file, and the line of a disease is proposed', async () => {
  const waiting = { data: { ...read, state: 'waiting', summary: null, preview: null } }
  const { fetched } = await open(read, {
    // It is asked for again while it is read, and that may be soon.
    [`GET /imports/${id}`]: [reply(200, { data: read }), reply(200, waiting)],
    [`PUT /imports/${id}/preview`]: reply(200, waiting),
  })
  const form = await screen.findByRole('form', { name: 'Questions about it' })
  expect(within(form).queryByText(/UNDETERMINED/)).toBeNull()
  expect(within(form).queryByText('How are dates written?')).toBeNull()
  expect(screen.getByText('2 answers are missing: the rows that need them wait.')).toBeDefined()
  await userEvent.click(await within(form).findByRole('combobox', { name: 'Facility “Birch House”' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Ward 1' }))
  await userEvent.click(await within(form).findByRole('combobox', { name: 'Device “Quay Duo”' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Duo' }))
  expect(within(form).getByLabelText<HTMLSelectElement>('Line for Flu A').value).toBe('a')
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
  expect(sentBody(fetched, '/preview')).toEqual({
    ...answers,
    kits: [{ device: 'Quay Duo', condition: 'Flu A', code: null, assayId, analyteId: 'a' }],
    groups: [{ facility: 'Birch House', groupId }],
  })
  const heading = await screen.findByRole('heading', { name: 'Its rows' })
  expect(await screen.findByText(/The file is being read/)).toBeDefined()
  expect(document.activeElement).toBe(heading)
})

test('words are asked once for a file, and missing lines of a kit can be left out', async () => {
  const summary: NonNullable<FileImport['summary']> = {
    ...(read.summary as NonNullable<FileImport['summary']>), // the file above has been read to its end
    words: [
      { field: 'result', word: 'Weak positive', rows: 2 },
      { field: 'sex', word: 'X', rows: 3 },
    ],
  }
  const { fetched } = await open(
    { ...read, summary, answers: { ...answers, kits: [], groups: [{ facility: 'Birch House', groupId }] } },
    {
      [`PUT /imports/${id}/preview`]: reply(200, { data: { ...read, state: 'waiting', summary: null, preview: null } }),
    },
  )
  const form = await screen.findByRole('form', { name: 'Questions about it' })
  expect(screen.getByText('3 answers are missing: the rows that need them wait.')).toBeDefined()
  // What is likely is proposed, and counts only once it is sent.
  expect(within(form).getByLabelText<HTMLSelectElement>('“Weak positive” in Result').value).toBe('positive')
  await userEvent.selectOptions(within(form).getByLabelText('“X” in Sex'), 'Other')
  await userEvent.click(await within(form).findByRole('combobox', { name: 'Device “Quay Duo”' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Duo' }))
  await userEvent.click(
    within(form).getByRole('checkbox', {
      name: 'The file has no results of Influenza B antigen. Record its tests without them.',
    }),
  )
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
  expect(sentBody(fetched, '/preview')).toMatchObject({
    words: [
      { field: 'result', word: 'Weak positive', meant: 'positive' },
      { field: 'sex', word: 'X', meant: 'other' },
    ],
    fewerLines: ['Quay Duo'],
  })
})

test('columns are named by what becomes of them, and a row says what is left out of it', async () => {
  const columns = [
    { field: 'firstName' },
    { field: 'lastName' },
    { field: 'dateOfBirth' },
    { field: 'middleName' },
    { field: 'race' },
    { field: 'healthcareWorker' },
    null,
  ] as const
  const headers = ['First', 'Last', 'Born', 'Middle', 'Race', 'Health worker', 'Swab']
  const head = { layout: 'by-hand' as const, headers, columns: [...columns] }
  const row: ImportRow = {
    ...wrongRow,
    outcome: 'right',
    problems: [{ column: 4, code: 'leftOut', message: 'Left out: this is not kept here' }],
  }
  await open({ ...read, head }, {}, [row])
  expect(await screen.findByText('4 of 7 columns are read.')).toBeDefined()
  expect(screen.getByText('Only compared, to tell people and tests apart: Middle')).toBeDefined()
  expect(screen.getByText('Not kept, because your settings keep no such details of people: Race')).toBeDefined()
  expect(screen.getByText('Not read: Health worker, Swab')).toBeDefined()
  const note = (await screen.findByText('Race: Left out: this is not kept here')).closest('li')
  // The row is ready, and what it says is no error.
  expect(note?.querySelector('.tabler-icon-info-circle')).not.toBeNull()
})

test('many columns that are not read are named as far as there is room, and the others are counted', async () => {
  const headers = ['First', ...Array.from({ length: 23 }, (_, at) => `Own ${at + 1}`)]
  const columns = [{ field: 'firstName' as const }, ...headers.slice(1).map(() => null)]
  await open({ ...read, head: { layout: 'results-wide', headers, columns } })
  expect(await screen.findByText(/^Not read: Own 1, .*, Own 20, and 3 more$/)).toBeDefined()
})

test('a row that contradicts a record leads to it', async () => {
  const message = 'The file says that this test was an error, and its record here still counts.'
  const row: ImportRow = { ...wrongRow, problems: [{ column: 4, code: 'differs', message, recordId: id }] }
  await open(read, {}, [row])
  const link = await screen.findByRole('link', { name: 'Open the record' })
  expect(link.getAttribute('href')).toBe(`/test-records/${id}`)
})

test('a number with words beside it is offered without them', async () => {
  const known = read.head as NonNullable<FileImport['head']> // the file above has been read
  const head = { ...known, columns: known.columns.with(4, { field: 'mobiles' }) }
  const row: ImportRow = {
    ...wrongRow,
    problems: [{ column: 4, code: 'phoneWords', message: 'There are words.', proposed: '07400 123459' }],
  }
  const { fetched } = await open(
    { ...read, head },
    { [`PUT /imports/${id}/rows/3`]: reply(200, { data: { ...row, outcome: 'right', problems: [] } }) },
    [row],
  )
  const form = await screen.findByRole('form', { name: 'Correct row 3' })
  await userEvent.click(within(form).getByRole('button', { name: 'Take 07400 123459' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(sentBody(fetched, '/rows/3')).toEqual({ cells: [{ column: 4, text: '07400 123459' }] }))
})

test('dates that may be others are asked about with what is proposed, and rows write the month as a word', async () => {
  const dates = { inEitherOrder: 2, onlyMonthFirst: 0, onlyDayFirst: 1, twoDigitYears: 1, serialDates: 1 }
  const { fetched } = await open(
    { ...read, answers: { ...answers, kits: [], groups: [], dateOrder: 'dmy' }, summary: { ...summary, dates } },
    {
      [`PUT /imports/${id}/preview`]: reply(200, { data: { ...read, state: 'waiting', summary: null, preview: null } }),
    },
    [
      {
        ...wrongRow,
        cells: ['Ada', 'Marlow', '03/04/1949', '6/1/2026 2:05PM', ''],
        outcome: 'right',
        problems: [],
        read: {
          dateOfBirth: '1949-04-03',
          symptomOnset: null,
          performed: { at: '2026-01-06T14:05:00.000Z', day: '2026-01-06', time: '14:05', zone: 'UTC' },
          reportedAt: null,
        },
      },
    ],
  )
  const row = await screen.findByRole('article', { name: 'Row 3' })
  expect(within(row).getByText('Born 3 April 1949')).toBeDefined()
  expect(within(row).getByText(/^6 January 2026, 14:05/)).toBeDefined()
  expect(within(row).getByText('03/04/1949 → 3 April 1949')).toBeDefined()
  const form = await screen.findByRole('form', { name: 'Questions about it' })
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: 'Day, month, year' }).checked).toBe(true)
  expect(within(form).getByText(/^2 dates exist in several orders/)).toBeDefined()
  expect(within(form).getByText('1 date exists only with the day first.')).toBeDefined()
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: /^It differs: these rows wait/ }).checked).toBe(true)
  await userEvent.click(within(form).getByRole('radio', { name: /^The earlier one/ }))
  await userEvent.click(within(form).getByRole('radio', { name: /^From 1904/ }))
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
  expect(sentBody(fetched, '/preview')).toMatchObject({
    dateOrder: 'dmy',
    twoDigitYears: 'earlier',
    serialDates: '1904',
  })
})

test.each([
  ['2 dates exist in several orders', { inEitherOrder: 2 }],
  ['2 dates exist only with the year first, unless their days are mistyped.', { onlyYearFirst: 2 }],
])(
  'no answer is chosen that nobody has given: %s, unclear results, and those marked as errors',
  async (words, counted) => {
    const dates = { inEitherOrder: 0, onlyMonthFirst: 0, onlyDayFirst: 0, twoDigitYears: 0, serialDates: 3, ...counted }
    const unsaid = { dateOrder: 'ask', serialDates: 'ask', undetermined: 'ask', removed: 'ask' } as const
    const { fetched } = await open(
      {
        ...read,
        answers: { ...answers, kits: [], groups: [], ...unsaid },
        summary: { ...summary, dates, hasUndetermined: true, removed: 1, facilities: [], devices: [] },
      },
      {
        [`PUT /imports/${id}/preview`]: reply(200, {
          data: { ...read, state: 'waiting', summary: null, preview: null },
        }),
      },
    )
    const form = await screen.findByRole('form', { name: 'Questions about it' })
    expect(await screen.findByText('4 answers are missing: the rows that need them wait.')).toBeDefined()
    for (const name of [
      /How are dates written/,
      /^3 dates are numbers of days/,
      /written as UNDETERMINED or Inconclusive/,
      /marked as an error/,
    ]) {
      const radios = within(within(form).getByRole('radiogroup', { name })).getAllByRole<HTMLInputElement>('radio')
      expect(radios.filter(({ checked }) => checked)).toEqual([])
      expect(radios.length).toBeGreaterThan(1)
    }
    expect(within(form).getByText('In your lists the day stands first.')).toBeDefined()
    expect(within(form).getByText(words, { exact: false })).toBeDefined()
    await userEvent.click(within(form).getByRole('radio', { name: 'Month, day, year' }))
    await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
    await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
    expect(sentBody(fetched, '/preview')).toMatchObject({ ...unsaid, dateOrder: 'mdy' })
  },
)

test('before an import its groups are named, with the number of rows of each', async () => {
  const groups = Array.from({ length: 9 }, (_, at) => ({ id: `g${at}`, name: `Ward ${at}`, rows: 9 - at }))
  await open({ ...read, preview: read.preview && { ...read.preview, groups } })
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 rows' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('They go into Ward 0 (9 rows), Ward 1 (8 rows)')
  expect(dialog.textContent).toContain('Ward 7 (2 rows), 1 more group.')
})

test('whether rows of one name are of people of one name is asked once, with no answer given before', async () => {
  const { fetched } = await open(
    { ...read, answers: { ...answers, kits: [], groups: [] }, summary: { ...summary, oneNames: 3 } },
    {
      [`PUT /imports/${id}/preview`]: reply(200, { data: { ...read, state: 'waiting', summary: null, preview: null } }),
    },
  )
  const form = await screen.findByRole('form', { name: 'Questions about it' })
  const asked = within(form).getByRole('radiogroup', {
    name: '3 rows have one name only. Do these people have one name?',
  })
  const radios = within(asked).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([false, false])
  await userEvent.click(within(asked).getByRole('radio', { name: 'Yes: it is stored as the last name' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
  expect(sentBody(fetched, '/preview')).toMatchObject({ hasOneName: true })
})

test('chosen answers and typed cells stay while somebody else has the file read again', async () => {
  const others = { ...read, answers: { ...answers, kits: [], groups: [], removed: 'void' as const } }
  const { fetched } = await open(read, {
    [`GET /imports/${id}`]: [
      reply(200, { data: read }),
      reply(200, { data: { ...others, state: 'reading', head: null, summary: null, preview: null, version: 4 } }),
      reply(200, { data: { ...others, version: 6 } }),
    ],
    [`PUT /imports/${id}/preview`]: [
      refusal(412, 'stale-version'),
      reply(200, { data: { ...read, state: 'waiting', summary: null, preview: null, version: 7 } }),
    ],
  })
  const form = await screen.findByRole('form', { name: 'Questions about it' })
  await userEvent.click(await within(form).findByRole('combobox', { name: 'Device “Quay Duo”' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Duo' }))
  const correction = await screen.findByRole('form', { name: 'Correct row 3' })
  const birth = within(correction).getByLabelText<HTMLInputElement>('Patient date of birth')
  await userEvent.clear(birth)
  await userEvent.type(birth, '2/28/1949')
  expect(screen.getByRole('button', { name: 'Import 2 rows' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  expect(await screen.findByText(/The file is being read/)).toBeDefined()
  expect(screen.queryByRole('form', { name: 'Correct row 3' })).toBeNull()

  const again = await screen.findByRole('form', { name: 'Questions about it' }, { timeout: 5000 })
  const device = await within(again).findByRole<HTMLInputElement>('combobox', { name: 'Device “Quay Duo”' })
  await waitFor(() => expect(device.value).toBe('Duo'))
  const corrected = await screen.findByRole('form', { name: 'Correct row 3' })
  expect(within(corrected).getByLabelText<HTMLInputElement>('Patient date of birth').value).toBe('2/28/1949')
  await userEvent.click(within(again).getByRole('button', { name: 'Apply the answers' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(2))
  expect(sentBody(fetched, '/preview')).toMatchObject({
    removed: 'void',
    kits: [{ device: 'Quay Duo', assayId, analyteId: 'a' }],
  })
})

test('chosen columns stay while somebody else has the file read again', async () => {
  const head = { layout: 'by-hand' as const, headers: ['Who', 'Given', 'Born'], columns: [null, null, null] }
  const own = { ...read, head }
  await open(own, {
    [`GET /imports/${id}`]: [
      reply(200, { data: own }),
      reply(200, { data: { ...own, state: 'reading', head: null, summary: null, preview: null, version: 4 } }),
      reply(200, { data: { ...own, head: { ...head, columns: [null, null, { field: 'dateOfBirth' }] }, version: 6 } }),
    ],
    [`PUT /imports/${id}/preview`]: refusal(412, 'stale-version'),
  })
  const form = await screen.findByRole('form', { name: 'The file' })
  await userEvent.selectOptions(within(form).getByLabelText('Who'), 'Last name')
  await userEvent.selectOptions(within(form).getByLabelText('Given'), 'First name')
  await userEvent.selectOptions(within(form).getByLabelText('Born'), 'Date of birth')
  await userEvent.click(within(form).getByRole('button', { name: 'Read with these columns' }))
  await waitFor(() =>
    expect(
      currentMessages()
        .map(({ text }) => text)
        .join(),
    ).toContain('Somebody else has changed'),
  )
  await waitFor(() => expect(screen.queryByRole('form', { name: 'The file' })).toBeNull())
  const again = await screen.findByRole('form', { name: 'The file' }, { timeout: 5000 })
  expect(within(again).getByLabelText<HTMLSelectElement>('Who').value).toBe('lastName')
  expect(within(again).getByLabelText<HTMLSelectElement>('Given').value).toBe('firstName')
})

test('a list of one’s own is asked for its columns, and nothing is sent without those that are needed', async () => {
  const head = { layout: 'by-hand' as const, headers: ['Who', ' '], columns: [null, null] }
  const { fetched } = await open({ ...read, head }, {}, [{ ...wrongRow, cells: ['Marlow', 'Ada'] }])
  const form = await screen.findByRole('form', { name: 'The file' })
  expect(await within(form).findByText('Marlow')).toBeDefined()
  await userEvent.selectOptions(within(form).getByLabelText('Who'), 'Last name')
  expect(within(form).getByLabelText('Column 2')).toBeDefined()
  await userEvent.click(within(form).getByRole('button', { name: 'Read with these columns' }))
  expect((await within(form).findByRole('alert')).textContent).toBe('Choose the column of: First name, Date of birth')
  expect(called(fetched, 'PUT', '/preview')).toEqual([])
  expect(screen.queryByRole('article')).toBeNull()
})

test('a kit that is chosen without its line keeps the choice, and says what is missing at its place', async () => {
  const devices = [{ device: 'Quay Duo', condition: 'Flu', code: null, results: 2 }]
  const summary = { ...(read.summary as NonNullable<FileImport['summary']>), devices }
  const { fetched } = await open(
    { ...read, summary },
    {
      [`PUT /imports/${id}/preview`]: reply(200, { data: { ...read, state: 'waiting', summary: null, preview: null } }),
    },
  )
  const form = await screen.findByRole('form', { name: 'Questions about it' })
  await userEvent.click(await within(form).findByRole('combobox', { name: 'Device “Quay Duo”' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Duo' }))
  const line = within(form).getByLabelText<HTMLSelectElement>('Line for Flu')
  expect(line.value).toBe('')
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  expect(await within(form).findByText(/Choose the line of the kit/)).toBeDefined()
  expect(document.activeElement).toBe(line)
  expect(called(fetched, 'PUT', '/preview')).toEqual([])
  await userEvent.selectOptions(line, 'Influenza B antigen')
  expect(within(form).queryByText(/Choose the line of the kit/)).toBeNull()
  await userEvent.click(within(form).getByRole('button', { name: 'Apply the answers' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
  expect(sentBody(fetched, '/preview')).toMatchObject({ kits: [{ assayId, analyteId: 'b' }] })
})

test('a list whose headers are known says so, and its columns can be changed', async () => {
  const head = { ...(read.head as NonNullable<FileImport['head']>), layout: 'by-hand' as const }
  await open({ ...read, head, hasKnownColumns: true })
  expect(await screen.findByText(/chosen for an earlier file with these headers/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Change the columns' }))
  const form = await screen.findByRole('form', { name: 'The file' })
  expect(document.activeElement).toBe(within(form).getAllByRole('combobox')[0])
})

test('a column that every row waits for is named once, and so is that of results, without which no test is imported', async () => {
  const person = [{ field: 'firstName' }, { field: 'lastName' }, { field: 'dateOfBirth' }] as const
  const lacking = async (...others: readonly ImportField[]) => {
    const columns = [...person, ...others.map((field) => ({ field }))]
    const head = { layout: 'by-hand' as const, headers: columns.map(({ field }) => field), columns }
    await open({ ...read, head })
    await screen.findByRole('button', { name: 'Change the columns' })
    const words = screen.queryAllByText(/^No column is read as/).map(({ textContent }) => textContent)
    cleanup()
    return words.map((text) => /^No column is read as the ([a-z ]+)/.exec(text ?? '')?.[1])
  }
  expect(await lacking('room', 'facility')).toEqual([])
  expect(await lacking('performedAt', 'deviceModel')).toEqual(['result'])
  expect(await lacking('result', 'reportedAt')).toEqual(['date of the test'])
  expect(await lacking('result', 'orderedAt', 'note')).toEqual([])
})

test('an import whose undoing has stopped says so, and the rest can be undone', async () => {
  const undo = { voided: 1, erased: 0, recordsLeft: 0, peopleLeft: 0 }
  const stopped = { ...read, state: 'done' as const, run, undo, undoUntil: '2026-03-08T09:40:00.000Z' }
  const { fetched } = await open(stopped, {
    [`PUT /imports/${id}/undo`]: reply(200, { data: { ...stopped, state: 'undoing' } }),
  })
  expect(await screen.findByText(/Undoing has stopped/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo this import' }))
  const question = screen.getByRole('dialog', { name: 'Undo this import?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Undo this import' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/undo')).toHaveLength(1))
})

test('a wrong cell is corrected by Enter, and stays with its text after a failure', async () => {
  const { fetched } = await open(read, {
    [`PUT /imports/${id}/rows/3`]: [
      new Response('{}', { status: 500 }),
      reply(200, { data: { ...wrongRow, cells: ['Ada', 'Marlow', '2/28/49x', '', ''] } }),
      reply(200, { data: { ...wrongRow, outcome: 'right', problems: [] } }),
    ],
  })
  const form = await screen.findByRole('form', { name: 'Correct row 3' })
  const field = within(form).getByLabelText<HTMLInputElement>('Patient date of birth')
  expect(field.value).toBe('2/31/1949')
  expect(within(form).getByText('There is no such date')).toBeDefined()
  await userEvent.clear(field)
  await userEvent.type(field, '2/28/49x{Enter}')
  expect(await within(form).findByText(/What you typed is still here/)).toBeDefined()
  expect(field.value).toBe('2/28/49x')
  await userEvent.type(field, '{Enter}')
  expect(await within(form).findByText('There is no such date')).toBeDefined()
  expect(document.activeElement).toBe(field)
  await userEvent.clear(field)
  await userEvent.type(field, '2/28/1949{Enter}')
  await waitFor(() => expect(called(fetched, 'PUT', '/rows/3')).toHaveLength(3))
  expect(sentBody(fetched, '/rows/3')).toEqual({ cells: [{ column: 2, text: '2/28/1949' }] })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Its rows' })))
})

test('a row that may be of two people is answered by one press', async () => {
  const problems = [{ column: null, code: 'mayBeTwo' as const, message: 'May be two people.' }]
  const asked = { ...wrongRow, problems }
  const { fetched } = await open(
    read,
    { [`PUT /imports/${id}/rows/${wrongRow.line}/person`]: reply(200, { data: asked }) },
    [asked],
  )
  const question = await screen.findByRole('group', { name: `Who is the person in row ${wrongRow.line}?` })
  expect(await screen.findByText('May be two people.')).toBeDefined()
  expect(within(question).getByRole('button', { name: 'The same person' })).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Two people' }))
  await waitFor(() => expect(sentBody(fetched, '/person')).toEqual({ answer: 'another' }))
})

test('after the answer about the last row that waits the focus is at the rows', async () => {
  const asked = { ...wrongRow, problems: [{ column: null, code: 'mayBeTwo' as const, message: 'May be two people.' }] }
  await open(read, {
    [`GET /imports/${id}/rows`]: [pageOf([asked]), pageOf([])],
    [`PUT /imports/${id}/rows/${wrongRow.line}/person`]: reply(200, {
      data: { ...asked, outcome: 'right', problems: [] },
    }),
  })
  const answer = await screen.findByRole('button', { name: 'The same person' })
  answer.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(answer.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Its rows' })))
})

test('a hidden row is taken as it is by one press, because nothing of it is wrong', async () => {
  const problems = [{ column: null, code: 'hiddenRow' as const, message: 'This row is hidden.' }]
  const hidden = { ...wrongRow, problems }
  const { fetched } = await open(
    read,
    { [`PUT /imports/${id}/rows/3`]: reply(200, { data: { ...hidden, outcome: 'right', problems: [] } }) },
    [hidden],
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Take this row' }))
  await waitFor(() => expect(sentBody(fetched, '/rows/3')).toEqual({ cells: [{ column: 0, text: 'Ada' }] }))
})

test('a row whose reason is at none of its cells opens them when it is checked unchanged, and says so', async () => {
  const problems = [{ column: null, code: 'nhsNumberOfAnother' as const, message: 'Somebody has this NHS number.' }]
  const { fetched } = await open(read, {}, [{ ...wrongRow, problems }])
  const form = await screen.findByRole('form', { name: 'Correct row 3' })
  await userEvent.click(within(form).getByRole('button', { name: 'Check again' }))
  expect(form.querySelector('details')?.open).toBe(true)
  expect(currentMessages().at(-1)?.text).toBe(
    'Nothing in row 3 was changed. Its cells are open now: correct them, and check again.',
  )
  expect(called(fetched, 'PUT', '/rows/3')).toEqual([])
})

test('a row without a name shows its cells, and a list that names no facility is asked for the group of its people', async () => {
  const nameless = { ...wrongRow, cells: ['', '', '', '', 'Total: 5'] }
  const one = { ...read, summary: { ...summary, facilities: [{ name: null, rows: 5 }] } }
  await open(one, {}, [nameless])
  expect(within(await screen.findByRole('article', { name: 'Row 3' })).getByText('Total: 5')).toBeDefined()
  expect(screen.getByRole('group', { name: /^Which group do the people in this file belong to/ })).toBeDefined()
})

const alone = { ...read, preview: { people: { made: 2, matched: 0 }, tests: 0, wrong: 2, skipped: 1 } }

test('people alone are imported without a word about tests', async () => {
  await open(alone)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 rows' }))
  expect(screen.getByRole('dialog').textContent).toContain('in your name: people: 2 new, 0 known here already.')
})

test('people alone are undone without a word about tests', async () => {
  await open(
    { ...alone, state: 'done', run: { ...run, tests: 0 }, undoUntil: '2026-03-08T09:40:00.000Z' },
    { [`GET /imports/${id}/undo`]: reply(200, { data: { tests: 0, testsLeft: 0, people: 2, peopleLeft: [] } }) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }))
  expect(screen.queryByText('Tests recorded')).toBeNull()
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('People who are removed: 2.'))
  expect(screen.getByRole('dialog').textContent).not.toMatch(/[Tt]ests/)
})

test('a corrected row that waits for an answer about the file gives the focus away', async () => {
  const problems = [{ column: null, code: 'noKit', message: 'Choose the kit with which this test was done' }] as const
  const { fetched } = await open(read, {
    [`PUT /imports/${id}/rows/3`]: reply(200, { data: { ...wrongRow, problems } }),
    [`GET /imports/${id}/rows`]: [pageOf([wrongRow]), pageOf([{ ...wrongRow, problems }])],
  })
  const form = await screen.findByRole('form', { name: 'Correct row 3' })
  await userEvent.type(within(form).getByLabelText('Patient date of birth'), '1{Enter}')
  await waitFor(() => expect(called(fetched, 'PUT', '/rows/3')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Its rows' })))
})

test('importing is confirmed with what will happen', async () => {
  const { fetched } = await open(read, {
    [`PUT /imports/${id}/run`]: reply(200, { data: { ...read, state: 'running', run } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 rows' }))
  const question = screen.getByRole('dialog', { name: 'Import 2 rows?' })
  for (const words of ['2 tests', '1 new, 1 known here already', '2 rows wait and are not imported']) {
    expect(question.textContent).toContain(words)
  }
  expect(called(fetched, 'PUT', '/run')).toEqual([])
  const started = reply(200, { data: { ...read, state: 'running', run } })
  fetched.mockImplementation(async (address) => (address.endsWith('/rows') ? pageOf([]) : started.clone()))
  await userEvent.click(within(question).getByRole('button', { name: 'Import 2 rows' }))
  expect(await screen.findByText('2 of 4 rows')).toBeDefined()
  expect(called(fetched, 'PUT', '/run')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('an import under way shows how far it is, and can be stopped', async () => {
  const { fetched } = await open(
    { ...read, state: 'running', run },
    { [`PUT /imports/${id}/cancel`]: reply(200, { data: { ...read, state: 'cancelled', run } }) },
  )
  expect(await screen.findByText('2 of 4 rows')).toBeDefined()
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress of the import' }).value).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Stop the import' }))
  const question = screen.getByRole('dialog', { name: 'Stop this import?' })
  expect(called(fetched, 'PUT', '/cancel')).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Stop the import' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/cancel')).toHaveLength(1))
})

test('an import that is done says how many rows were imported', async () => {
  const endedAt = '2026-03-01T09:41:00.000Z'
  const preview = { people: { made: 0, matched: 0 }, tests: 0, wrong: 2, skipped: 1, made: 12_000 }
  await open({ ...read, state: 'done', run: { ...run, endedAt }, preview })
  expect((await screen.findByRole('button', { name: /^Imported/ })).textContent).toBe('Imported12,000')
})

test('an import that is done can be undone by those who may correct tests', async () => {
  const done = { ...read, state: 'done' as const, run, undoUntil: '2026-03-08T09:40:00.000Z' }
  const staying = { id: groupId, name: 'Ada Marlow' }
  const foreseen = {
    tests: 2,
    testsLeft: 1,
    people: 3,
    peopleLeft: [
      { reason: 'found', count: 1, named: [staying] },
      { reason: 'used', count: 3, named: [{ ...staying, name: 'Basil Marlow' }] },
    ],
  }
  const { fetched } = await open(done, {
    [`GET /imports/${id}/undo`]: reply(200, { data: foreseen }),
    [`PUT /imports/${id}/undo`]: reply(200, { data: { ...done, state: 'undoing' } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }))
  const question = screen.getByRole('dialog', { name: 'Undo this import?' })
  await waitFor(() =>
    expect(question.textContent).toContain(
      [
        'Tests that are voided: 2. People who are removed: 3.',
        'Tests that stay, because they were corrected or sent since, or another import brought them too: 1.',
        'They stay, because another import has found them: Ada Marlow.',
        'They stay, because something else uses them, such as a test that was added by hand: Basil Marlow, 2 more.',
      ].join(' '),
    ),
  )
  await userEvent.click(within(question).getByRole('button', { name: 'Undo this import' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/undo')).toHaveLength(1))
})

test('whoever may not correct tests reads why an import cannot be undone by them', async () => {
  const permissions = aUser('tenant').permissions.filter((permission) => permission !== 'correct-tests')
  await open(
    { ...read, state: 'done', run, undoUntil: '2026-03-08T09:40:00.000Z' },
    { 'GET /users/my-details': reply(200, { data: aUser('tenant', { permissions }) }) },
  )
  const button = await screen.findByRole('button', { name: 'Undo this import' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Whoever may correct tests can undo it.')).toBeDefined()
})

test('an undone import names who stayed, and leads to them', async () => {
  const left = [{ id: groupId, name: 'Ada Marlow' }]
  await open({ ...read, state: 'undone', run, undo: { voided: 1, erased: 1, recordsLeft: 0, peopleLeft: 1, left } })
  expect((await screen.findByRole('link', { name: 'Ada Marlow' })).getAttribute('href')).toBe(`/subjects/${groupId}`)
})

test('an undone import says what it left', async () => {
  await open({ ...read, state: 'undone', run, undo: { voided: 1, erased: 1, recordsLeft: 1, peopleLeft: 0 } })
  expect(
    (await screen.findByText('Tests left, because they were changed since, or another import brought them too'))
      .parentElement?.textContent,
  ).toContain('1')
  expect(screen.queryByText(/People left/)).toBeNull()
  expect(await screen.findByRole('button', { name: /^Imported before it was undone/ })).toBeDefined()
  const href = screen.getByRole('link', { name: 'See the imported tests' }).getAttribute('href')
  expect(href).toMatch(/\/test-records\?.*state=all/)
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull()
})

test.each([
  ['undone', { voided: 1, erased: 1, recordsLeft: 0, peopleLeft: 0 }, /was taken back, unless somebody had changed it/],
  ['done', null, /What was made of them is behind the links above/],
] as const)(
  'rows of an import that is %s and that are gone say what became of them, and are no file',
  async (state, undo, words) => {
    await open({ ...read, state, run, undo }, {}, [])
    expect(await screen.findByText(words)).toBeDefined()
    const shown = state === 'undone' ? /^All rows/ : /^Waiting for you/
    expect(screen.getByRole('button', { name: shown, pressed: true })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Download these rows' })).toBeNull()
  },
)

test('a row says what a word was answered to mean, and a date that is clear in words, before anything is said of others', async () => {
  const columns = [...(read.head?.columns ?? []).slice(0, 4), { field: 'result' as const, condition: 'COVID-19' }]
  const head = { ...read.head, columns } as FileImport['head']
  const told = async (result: string, said: Partial<NonNullable<FileImport['answers']>>) => {
    const cells = ['Ada', 'Marlow', '1949-02-03', '2026-06-01 14:05', result]
    await open({ ...read, head, answers: { ...answers, kits: [], groups: [], ...said } }, {}, [
      { ...wrongRow, cells, problems: [{ column: 0, code: 'choice', message: '' }], outcome: 'right' },
    ])
    const text = (await screen.findByRole('article')).textContent ?? ''
    cleanup()
    return text
  }
  const words = [{ field: 'result' as const, word: 'Faint', meant: 'positive' }]
  expect(await told('UNDETERMINED', { undetermined: 'invalid' })).toMatch(/COVID-19: UNDETERMINED → Invalid/)
  expect(await told('faint', { words })).toContain('COVID-19: faint → Positive')
  expect(await told('Inconclusive', { undetermined: 'inconclusive' })).not.toContain('→ Inconclusive')
  const asked = await told('UNDETERMINED', { undetermined: 'ask' })
  expect(asked).not.toContain('UNDETERMINED →')
  expect(asked).toContain('Born 3 February 1949')
  expect(asked).toContain('1 June 2026, 14:05')
})

test.each([
  ['undone', { voided: 1, erased: 1, recordsLeft: 0, peopleLeft: 0 }, 'Imported, then undone'],
  ['undone', { voided: 1, erased: 1, recordsLeft: 1, peopleLeft: 0 }, 'Imported, undone unless changed since'],
  ['done', { voided: 1, erased: 0, recordsLeft: 0, peopleLeft: 0 }, 'Imported, undone unless changed since'],
] as const)('a row of an import that is %s says what is true now', async (state, undo, words) => {
  await open({ ...read, state, run, undo }, {}, [{ ...wrongRow, outcome: 'made', problems: [] }])
  const row = await screen.findByRole('article')
  expect(within(row).getByText(words)).toBeDefined()
  expect(within(row).queryByText('Imported')).toBeNull()
})

test('the time zone of a file that is no download is asked without speaking of one', async () => {
  await open({ ...read, head: { ...read.head, layout: 'by-hand' } as FileImport['head'] })
  const hint = await screen.findByText(/^Choose the time zone in which the times of this file are written/)
  expect(hint.textContent).not.toContain('download')
})

test('a file with a title above its headers, and a workbook of several sheets, say what is read and let it be changed', async () => {
  const found: FileImport = {
    ...read,
    answers: { ...answers, columns: ['firstName', 'lastName', 'dateOfBirth'], kits: [], groups: [] },
    head: {
      layout: 'by-hand',
      headers: ['First name', 'Last name', 'Date of birth'],
      columns: [{ field: 'firstName' }, { field: 'lastName' }, { field: 'dateOfBirth' }],
      line: 3,
      sheet: '7B',
      otherSheets: [
        { name: '7C', isHidden: false },
        { name: 'Lists', isHidden: true },
      ],
    },
  }
  const rows = [{ ...wrongRow, line: 4 }]
  const { fetched } = await open(found, { [`PUT /imports/${id}/preview`]: reply(200, { data: found }) }, rows)
  expect(await screen.findByText('The headers are in row 3.')).toBeDefined()
  expect(screen.getByText('Sheets that are not read: 7C, Lists (hidden).')).toBeDefined()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Change the row of headers or the sheet' }))
  await user.selectOptions(screen.getByLabelText('Sheet'), '7C')
  await user.selectOptions(screen.getByLabelText('Row of the headers'), 'None: the first row is data')
  await user.click(screen.getByRole('button', { name: 'Read it this way' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/preview')).toHaveLength(1))
  expect(sentBody(fetched, '/preview')).toMatchObject({ sheet: '7C', headerRow: 0, columns: null })
})

test('a file of one sheet can be read by another row of headers alone', async () => {
  await open({ ...read, head: { ...read.head, line: 1 } as FileImport['head'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Change the row of headers' }))
  expect(await screen.findByRole('form', { name: 'Change the row of headers' })).toBeDefined()
  expect(screen.queryByLabelText('Sheet')).toBeNull()
})

test('two equal headers are asked', async () => {
  await open({
    ...read,
    head: {
      layout: 'by-hand',
      headers: ['First name', 'Last name', 'Date of birth', 'Student ID', 'Student ID'],
      columns: [{ field: 'firstName' }, { field: 'lastName' }, { field: 'dateOfBirth' }, null, null],
      line: 1,
    },
  })
  expect(await screen.findByText(/^Several columns have the header “Student ID”/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Read with these columns' })).toBeDefined()
})

test('that people are identified by emails which no column holds is said once, with the columns', async () => {
  const head = { ...(read.head as NonNullable<FileImport['head']>), layout: 'by-hand' as const }
  const needed = { column: null, code: 'emailNeeded' as const, message: 'The row has no email.' }
  const rows = [3, 4, 5].map((line) => ({ ...wrongRow, line, problems: [needed] }))
  await open(
    { ...read, head },
    {},
    [...rows, { ...wrongRow, line: 6, problems: [needed, ...wrongRow.problems] }],
    'email',
  )
  const notice = /^People are identified by their email here, and no column of the file contains emails\./
  expect(await screen.findByText(notice)).toBeDefined()
  expect(await screen.findByText(/^Rows wait because no column of the file contains emails/)).toBeDefined()
  expect(await screen.findByRole('article', { name: 'Row 6' })).toBeDefined()
  expect(screen.queryByText(/The row has no email\./)).toBeNull()
  // Only the row with a problem of its own asks for something.
  expect(screen.getAllByRole('form', { name: /row \d/i })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Change the columns' }))
  const form = await screen.findByRole('form', { name: 'The file' })
  expect(within(form).getByText(notice)).toBeDefined()
  await userEvent.selectOptions(within(form).getByLabelText('Swab'), 'Email')
  expect(within(form).queryByText(notice)).toBeNull()
})

test('nothing is said of emails where people are identified by their names', async () => {
  await open(read)
  expect(await screen.findByRole('article', { name: 'Row 3' })).toBeDefined()
  expect(screen.queryByText(/no column of the file contains emails/)).toBeNull()
})
