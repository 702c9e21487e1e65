import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { reply } from '../testing/replies.ts'
import { ward } from '../testing/test-records.ts'
import { record, pageOf, open, resultButton, nameOf, chip } from '../testing/test-records-page.tsx'

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
    const { fetched, router } = await open('/test-records', pageOf([record]), 'tenant', lacks(2))
    await userEvent.click(await screen.findByRole('button', { name: /^Export/ }))
    await expect.poll(() => router.options.context.queries.isFetching()).toBe(0)
    expect(fetched.mock.calls.some(([address]) => address.includes('/testing-algorithms'))).toBe(true)
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
    await userEvent.click(chip('Lot TW1'))
    expect(router.latestLocation.search).not.toHaveProperty('lot')
    await userEvent.click(chip('Test kit: Duo'))
    expect(router.latestLocation.search).toEqual({})
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
