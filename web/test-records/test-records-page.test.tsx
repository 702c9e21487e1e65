import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, aUser, reply, somePreferences } from '../testing/replies.ts'
import { detailsOf, listedTest, ward } from '../testing/test-records.ts'
import { setLocale } from '../ui/phrases.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const record: TestRecordListItem = { ...listedTest, result: 'positive', state: 'voided', analyteResults: [] }

function pageOf(data: TestRecordListItem[], total = data.length, totalIsCapped = false) {
  return reply(200, { data, page: { size: 5, next: null, previous: null, total, totalIsCapped } })
}

const details = detailsOf(record)

async function open(
  address: string,
  list: Response | Response[] | Error,
  type: UserType = 'group',
  others: Parameters<typeof answer>[0] = {},
) {
  const fetched = answer({
    'GET /get-site-preferences': reply(200, { data: somePreferences() }),
    'GET /users/my-details': reply(200, { data: aUser(type) }),
    'GET /organisations': pageOf([]),
    'GET /groups': pageOf([]),
    'GET /assays': pageOf([]),
    'GET /test-records': list,
    'GET /testing-algorithms': pageOf([]),
    [`GET /test-records/${record.id}`]: reply(200, { data: details }),
    ...others,
  })
  await loadPreferences()
  await setLocale('en_GB')
  return { router: openAt(address), fetched }
}

const resultButton = () => screen.getByRole('button', { name: 'Result: Any' })

const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent

/** Finds the chip that removes a filter. */
const chip = (words: string) =>
  screen.getByRole('button', {
    name: (name) => name.replaceAll(' ', '') === `Remove filter:${words}`.replaceAll(' ', ''),
  })

// Loaded beforehand, because a late import would suspend the page during a test.
beforeAll(() => Promise.all([import('./test-records-page.tsx'), import('../lists/assay-filter.tsx')]))

afterEach(() => localStorage.clear())

describe('results that are held back', () => {
  const algorithms = { 'GET /testing-algorithms': reply(200, { data: [{ id: record.id }], page: { next: null } }) }
  const lacks = (count: number) => ({ 'GET /test-records/held-back': reply(200, { data: { count } }) })

  test('are said to be in no file, by the filter of the list', async () => {
    const { fetched } = await open('/test-records?result=positive', pageOf([record]), 'tenant', {
      ...algorithms,
      ...lacks(2),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Export/ }))
    expect(
      await screen.findByText('An exported file lacks 2 results of sets of tests without an outcome.'),
    ).toBeDefined()
    const [asked] = fetched.mock.calls.filter(([address]) => address.includes('/held-back'))
    expect(asked?.[0]).toContain('result=positive')
  })

  test('are not asked for without algorithms', async () => {
    const { fetched } = await open('/test-records', pageOf([record]), 'tenant', lacks(2))
    await userEvent.click(await screen.findByRole('button', { name: /^Export/ }))
    await waitFor(() =>
      expect(fetched.mock.calls.some(([address]) => address.includes('/testing-algorithms'))).toBe(true),
    )
    expect(fetched.mock.calls.some(([address]) => address.includes('/held-back'))).toBe(false)
  })
})

describe('the list of tests', () => {
  test('shows a record with its result in words, and that it was voided', async () => {
    await open('/test-records', pageOf([record]))
    expect(await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })).toBeDefined()
    const row = screen.getByRole('row', { name: /HARB-AWQJDXR7/ })
    expect(row.textContent).toMatch(/Positive.*Voided/)
    expect(row.textContent).toContain('ada@example.test')
  })

  test('says which column it is sorted by, and sorts by another', async () => {
    const { router } = await open('/test-records', pageOf([record]))
    const head = await screen.findByRole('columnheader', { name: 'Performed' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(screen.getByRole('button', { name: 'Test ID' }))
    expect(router.latestLocation.search).toMatchObject({ sort: 'test_id' })
  })

  test('tells groups of the same name apart by their organisation', async () => {
    const group = { organisationStatus: 'active', description: null, location: null, status: 'active', figures: null }
    const groups = ['Quay Clinic', 'Hill Clinic'].map((organisationName, at) => ({
      ...group,
      id: `01890000-0000-7000-8000-00000000001${at}`,
      organisationId: `01890000-0000-7000-8000-00000000002${at}`,
      organisationName,
      name: 'Reception',
      version: 1,
    }))
    const page = { size: 5, next: null, previous: null, total: 2, totalIsCapped: false }
    await open('/test-records', pageOf([record]), 'tenant', { 'GET /groups': reply(200, { data: groups, page }) })
    await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Group' }))
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(offered).toEqual(expect.arrayContaining(['Reception, Quay Clinic', 'Reception, Hill Clinic']))
  })

  test('shows its times in UTC, and says so, if the browser names no known time zone', async () => {
    const options = new Intl.DateTimeFormat().resolvedOptions()
    const named = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    named.mockReturnValue({ ...options, timeZone: 'Etc/Unknown' })
    await open('/test-records', pageOf([record]))
    expect(await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })).toBeDefined()
    expect(screen.getByText(/^Your browser does not say which time zone it is in/)).toBeDefined()
    named.mockRestore()
  })

  test('says that there are more rows than it counts', async () => {
    await open('/test-records', pageOf([record], 10_000, true))
    expect(await screen.findByText('10,000+ records')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Export 10,000+ records' })).toBeDefined()
  })

  test('shows the filters of a chart as chips, and removes each of them', async () => {
    const analyte = { id: 'a', name: 'Influenza A', loinc: null, snomed: null }
    const address = `/test-records?assay=${ward.id}&analyte=a&analyte_result=positive&lot=TW1&weekday=1&hour=9&zone=Europe/London`
    const { router } = await open(address, pageOf([record]), 'group', {
      [`GET /assays/${ward.id}`]: reply(200, { data: { id: ward.id, name: 'Duo', analytes: [analyte] } }),
    })
    await waitFor(() => expect(chip('Test kit: Duo')).toBeDefined())
    expect(chip('Lot TW1')).toBeDefined()
    await userEvent.click(chip('Line Influenza A: Positive'))
    expect(router.latestLocation.search).toMatchObject({ lot: 'TW1', weekday: 1, hour: 9 })
    expect(router.latestLocation.search).not.toHaveProperty('analyte_result', 'positive')
    await userEvent.click(chip('Mondays 09:00–10:00 (Europe/London)'))
    await waitFor(() => expect(screen.queryByText(/Mondays/)).toBeNull())
    expect(chip('Lot TW1')).toBeDefined()
  })

  test('offers no export to people who may not export', async () => {
    await open('/test-records', pageOf([record]), 'clinical')
    await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull()
  })

  test('that is empty offers to record a test', async () => {
    await open('/test-records', pageOf([]))
    expect(await screen.findByRole('heading', { name: 'No tests yet' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Record test' })).toBeDefined()
  })

  test('without a match offers to clear the filters', async () => {
    const { router } = await open('/test-records?result=invalid&perPage=25', pageOf([]))
    await screen.findByRole('heading', { name: 'No tests match' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(router.latestLocation.search).toEqual({ perPage: 25 })
  })

  test('explains the server’s objection to a search, and offers to clear the filters', async () => {
    const errors = { search: ['No more than 254 characters'] }
    const refused = reply(422, { message: 'words of validation', code: 'validation', requestId: 'r', errors })
    const { router } = await open('/test-records?search=HARB', refused)
    await screen.findByText('No more than 254 characters')
    expect(screen.queryByText(/The server cannot be reached/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(router.latestLocation.search).toEqual({})
  })

  test('can be filtered by several results at once, each of which can be removed', async () => {
    const { router, fetched } = await open('/test-records', pageOf([record]))
    expect(await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull()
    await userEvent.click(resultButton())
    await userEvent.click(screen.getByRole('checkbox', { name: 'Invalid' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Positive' }))
    expect(router.latestLocation.search).toEqual({ result: 'positive,invalid' })
    expect(screen.getAllByRole('button', { name: /^Result/ }).map(nameOf)).toEqual([
      'Result: Positive, Invalid',
      'Result',
    ])
    await waitFor(() =>
      expect(fetched.mock.calls.some(([address]) => address.includes('result=positive%2Cinvalid'))).toBe(true),
    )
    await userEvent.click(chip('Positive'))
    expect(router.latestLocation.search).toEqual({ result: 'invalid' })
    await userEvent.click(chip('Invalid'))
    expect(router.latestLocation.search).toEqual({})
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull())
  })

  test('can be filtered by where a test comes from', async () => {
    const recordedBy = { id: record.id, name: 'Ada Ash' }
    const imported = { ...record, origin: 'import', recordedBy } as const
    const { fetched, router } = await open('/test-records?origin=import', pageOf([imported]))
    const row = await screen.findByRole('row', { name: /HARB-AWQJDXR7/ })
    expect(row.textContent).toContain('Ada AshImported')
    expect(fetched.mock.calls.some(([address]) => String(address).includes('origin=import'))).toBe(true)
    await userEvent.click(chip('Origin: Imported'))
    expect(router.latestLocation.search).not.toHaveProperty('origin')
  })

  test('names the filters in use and their number', async () => {
    const { router } = await open('/test-records?state=voided&reading=late&range=last-month', pageOf([record]))
    await userEvent.click(await screen.findByRole('button', { name: /^Filters\s*2 in use$/ }))
    expect(screen.getByRole('button', { name: 'Date range: Last Month' })).toBeDefined()
    expect(chip('Last Month')).toBeDefined()
    expect(chip('Reading: Read late')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('State'), 'All but voided')
    expect(router.latestLocation.search).toEqual({ reading: 'late', range: 'last-month' })
  })

  test('takes a range from its button, by arrow keys too', async () => {
    const { router } = await open('/test-records', pageOf([record]))
    await userEvent.click(await screen.findByRole('button', { name: 'Date range: All Time' }))
    expect(document.activeElement?.textContent).toBe('All Time')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(router.latestLocation.search).toEqual({ range: 'last-month' })
    expect(screen.queryByRole('button', { name: 'Yesterday' })).toBeNull()
  })

  test('shows the columns that this person has chosen, and always the one that leads to the row', async () => {
    await open('/test-records', pageOf([record]))
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    expect(screen.getByRole('checkbox', { name: 'Test ID' })).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Place' }))
    expect(screen.queryByRole('columnheader', { name: 'Place' })).toBeNull()
    cleanup()
    await open('/test-records', pageOf([record]))
    expect(await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Place' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show the usual columns' }))
    expect(screen.getByRole('columnheader', { name: 'Place' })).toBeDefined()
  })

  test('replaces the old count with Loading, and exports nothing, until the new rows are there', async () => {
    const { fetched } = await open('/test-records', pageOf([record], 3978))
    expect(await screen.findByRole('button', { name: 'Export 3,978 records' })).toBeDefined()
    const answered = fetched.getMockImplementation()
    let arrive = (_: Response) => undefined as void
    fetched.mockImplementation(async (address: string, init?: RequestInit) =>
      address.includes('/test-records')
        ? await new Promise<Response>((done) => (arrive = done))
        : ((await answered?.(address, init)) ?? Response.error()),
    )
    await userEvent.click(resultButton())
    await userEvent.click(screen.getByRole('checkbox', { name: 'Invalid' }))
    expect(await screen.findByText('Loading…')).toBeDefined()
    expect(screen.queryByText(/3,978/)).toBeNull()
    const exporting = screen.getByRole('button', { name: 'Export' })
    expect(exporting.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(exporting)
    expect(screen.queryByRole('menuitem')).toBeNull()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    arrive(pageOf([record], 12))
    expect(await screen.findByRole('button', { name: 'Export 12 records' })).toBeDefined()
  })

  test('leaves voided tests out, and offers them if nothing is found', async () => {
    const { router, fetched } = await open('/test-records?search=HARB', pageOf([]))
    await screen.findByRole('heading', { name: 'No tests match' })
    await userEvent.click(screen.getByRole('button', { name: 'Include voided' }))
    expect(router.latestLocation.search).toEqual({ search: 'HARB', state: 'all' })
    await waitFor(() => expect(fetched.mock.calls.some(([address]) => address.includes('state=all'))).toBe(true))
  })

  test('reports a range that ends before it starts, and sends no request', async () => {
    const { fetched } = await open('/test-records?range=custom&from=2026-03-02&to=2026-03-01', pageOf([record]))
    expect(await screen.findByRole('heading', { name: 'The end date is before the start date' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'No tests match' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull()
    expect(fetched.mock.calls.some(([address]) => address.includes('/test-records'))).toBe(false)
  })

  test('stays as it is while the typed date is invalid', async () => {
    const { router } = await open('/test-records?range=custom&from=2026-03-01', pageOf([record]))
    await userEvent.click(await screen.findByRole('button', { name: /^Date range/ }))
    const to = await screen.findByLabelText('To')
    await userEvent.type(to, '31/02/2026')
    await userEvent.tab()
    expect(router.latestLocation.search).toEqual({ range: 'custom', from: '2026-03-01' })
    expect(to.getAttribute('aria-invalid')).toBe('true')
  })

  test('has the number of rows that this person chose last, unless the address says otherwise', async () => {
    const { router } = await open('/test-records', pageOf([record]))
    await userEvent.selectOptions(await screen.findByLabelText('Rows per page'), '25')
    expect(router.latestLocation.search).toEqual({ perPage: 25 })
    cleanup()
    const asked = async (address: string) => {
      const { fetched } = await open(address, pageOf([record]))
      await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })
      cleanup()
      return fetched.mock.calls.map(([called]) => /test-records.*per_page=(\d+)/.exec(called)?.[1]).filter(Boolean)
    }
    expect(await asked('/test-records')).toEqual(['25'])
    expect(await asked('/test-records?perPage=5')).toEqual(['5'])
  })

  test('sends the filters of the address, and nothing that it does not understand', async () => {
    const { fetched } = await open('/test-records?result=positive&sort=nonsense&group=x', pageOf([record]))
    await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })
    const asked = fetched.mock.calls
      .map(([address]) => String(address))
      .find((address) => address.includes('/test-records'))
    expect(asked).toBe('/api/v1/test-records?result=positive&sort=-performed_at&per_page=5')
  })

  test('is a card for each record on a phone, with its main facts and a choice of order', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.startsWith('(max-width: 767px') }),
    )
    const { router } = await open('/test-records', pageOf([record]))
    const link = await screen.findByRole('link', { name: 'HARB-AWQJDXR7' })
    expect(screen.queryByRole('table')).toBeNull()
    expect(link.closest('li')?.textContent).toMatch(
      /^Positive.*Voided.*HARB-AWQJDXR7.*ada@example\.test.*Ward 1, Ward 1.*Former user$/,
    )
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Test ID, Z to A')
    expect(router.latestLocation.search).toEqual({ sort: '-test_id' })
  })
})

describe('printing', () => {
  const other = { ...record, id: '01998878-2800-7000-8000-000000000005', testId: 'HARB-00000000' }
  const sheet = {
    record: { ...details, phone: '+44 20 7946 0110', state: 'recorded' as const },
    code: '23456789ABCD',
    meaning: 'Stay at home.',
    readFromMinutes: 15,
    readUntilMinutes: 30,
    labName: 'Quay Lab',
    labAddress: {
      streetAddress: '1 Quay Street',
      streetAddress2: null,
      city: 'Southampton',
      state: null,
      county: null,
      country: 'GB',
      postcode: 'SO14 3FJ',
    } as const,
    orderingProvider: { firstName: 'Ada', middleName: null, lastName: 'Ash', suffix: 'MD', npi: '1234567893' },
    clia: null,
    change: null,
  }
  const printed = () => Array.from(document.querySelectorAll('[data-print-sheet]'), ({ textContent }) => textContent)
  const print = vi.fn<() => void>()
  async function choose(second: Response) {
    print.mockReset()
    vi.stubGlobal('print', print)
    document.cookie = 'XSRF-TOKEN=token'
    await open('/test-records', pageOf([record, other]), 'group', {
      [`POST /test-records/${record.id}/prints`]: reply(200, { data: sheet }),
      [`POST /test-records/${other.id}/prints`]: second,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Print…' }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Print several/ }))
    const go = await screen.findByRole('button', { name: 'Print chosen' })
    await userEvent.click(go)
    expect(print).not.toHaveBeenCalled()
    for (const box of screen.getAllByRole('checkbox', { name: /^HARB-/ })) await userEvent.click(box)
    await screen.findByText('2 tests chosen')
    await userEvent.click(go)
  }

  test('the chosen records puts each on its own sheet until it is printed', async () => {
    await choose(reply(200, { data: { ...sheet, record: { ...sheet.record, ...other } } }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const [first = '', second = '', ...more] = printed()
    expect(more).toEqual([])
    expect(first).toMatch(
      /HARB-AWQJDXR7.*Phone number: \+44 20 7946 0110.*Laboratory: Quay Lab1 Quay Street, Southampton, SO14 3FJ, United Kingdom.*Ordered by: Ada Ash, MD, NPI 1234567893.*Stay at home\..*15 to 30 minutes.*2345 6789 ABCD/,
    )
    expect(second).toMatch(/HARB-00000000/)
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(printed()).toEqual([]))
  })

  test('prints nothing if one of them cannot be loaded', async () => {
    await choose(reply(404, { message: 'Not found', code: 'not-found', requestId: 'r' }))
    await waitFor(() => expect(currentMessages().at(-1)?.text).toMatch(/^1 of .*, and nothing was printed/))
    expect([print.mock.calls, printed()]).toEqual([[], []])
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  })
})

describe('one record', () => {
  test('from a file says who imported it, and who recorded it according to the file', async () => {
    const source = { id: record.id, name: 'march.csv', recordedBy: 'Joy, Nurse' }
    const imported = { ...details, origin: 'import', recordedBy: { id: record.id, name: 'Ada Ash' } } as const
    await open(`/test-records/${record.id}`, pageOf([imported]), 'group', {
      [`GET /test-records/${record.id}`]: reply(200, { data: { ...imported, source } }),
    })
    // The sheet for the printer says it, too.
    const [facts] = await screen.findAllByText('Recorded by, according to the file')
    const told = Array.from(facts?.closest('dl')?.children ?? [], ({ textContent }) => textContent)
    expect(told).toEqual(
      expect.arrayContaining(['Recorded by, according to the fileJoy, Nurse', 'Imported byAda Ash', 'Filemarch.csv']),
    )
    expect(told.some((fact) => /^Imported\d/.test(fact))).toBe(true)
    expect(told.join()).not.toContain('Recorded byAda Ash')
  })

  test('by a token names the token', async () => {
    const source = { id: record.id, name: 'Analyser 7', recordedBy: null }
    await open(`/test-records/${record.id}`, pageOf([{ ...record, origin: 'token' }]), 'group', {
      [`GET /test-records/${record.id}`]: reply(200, { data: { ...details, origin: 'token', source } }),
    })
    const [token] = await screen.findAllByText('Token')
    expect(token?.parentElement?.textContent).toBe('TokenAnalyser 7')
    expect(screen.queryByText('File')).toBeNull()
  })

  test('is called by its test ID in the breadcrumbs, even if the address does not have it', async () => {
    await open(`/test-records/${record.id}`, pageOf([record]))
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
    await waitFor(() => expect(crumbs.querySelector('ol')?.textContent).toBe('DashboardTestsHARB-AWQJDXR7'))
  })

  test.each([
    ['clinical', 'Is something wrong? Ask somebody who may correct tests, usually an administrator of Ward 1.'],
    ['patient', 'Is something wrong? Ask Ward 1, Ward 1, where the test was done, to correct it.'],
    ['group', undefined],
  ] as const)('tells a %s user whom to ask for a correction, where they cannot make it', async (type, words) => {
    await open(`/test-records/${record.id}`, pageOf([record]), type, {
      [`GET /test-records/${record.id}`]: reply(200, {
        data: { ...details, state: 'recorded', phone: '+44 20 7946 0110' },
      }),
    })
    expect((await screen.findAllByText('Ward 1', { selector: 'dd' })).length).toBe(2)
    expect(screen.queryByText(/^Is something wrong/)?.textContent).toBe(words)
    expect(screen.queryByRole('link', { name: 'Correct' }) === null).toBe(words !== undefined)
    // A patient can ring at once; the place of every record has the number, too.
    expect(screen.getAllByRole('link', { name: '+44 20 7946 0110' })).toHaveLength(type === 'patient' ? 2 : 1)
  })

  test('that was voided is corrected by nobody', async () => {
    await open(`/test-records/${record.id}`, pageOf([record]), 'clinical')
    expect(await screen.findByText(/^This record was voided/)).toBeDefined()
    expect(screen.queryByText(/^Is something wrong/)).toBeNull()
  })

  test('leads back to the same place in the list', async () => {
    await open(`/test-records/${record.id}?result=positive&crumb=x`, pageOf([record]))
    const back = await screen.findByRole('link', { name: 'All tests' })
    expect(back.getAttribute('href')).toBe('/test-records?result=positive')
  })
})
