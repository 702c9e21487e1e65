import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { reply } from '../testing/replies.ts'
import { details, open, pageOf, record } from '../testing/test-records-page.tsx'
import { currentMessages } from '../ui/snackbar-store.ts'

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

  test.each([
    ['has not read yet', 'awaiting', /Awaits second reading/],
    ['has read otherwise', 'differ', /Readings differ/],
  ])('a result that a second person %s says so', async (_, secondReading, words) => {
    const record = { ...sheet.record, ...other, state: 'recorded', secondReading }
    await choose(reply(200, { data: { ...sheet, record } }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const [first, second] = printed()
    expect(first).not.toMatch(/Readings|second reading/)
    expect(second).toMatch(words)
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

  test.each(['clinical', 'group'] as const)(
    'that was voided is corrected by nobody, such as a %s user',
    async (type) => {
      await open(`/test-records/${record.id}`, pageOf([record]), type, {
        [`GET /test-records/${record.id}/history`]: pageOf([]),
      })
      expect(await screen.findByText(/^This record was voided/)).toBeDefined()
      expect(screen.queryByText(/^Is something wrong/)).toBeNull()
      expect(screen.queryByRole('link', { name: 'Correct' })).toBeNull()
    },
  )

  test('leads back to the same place in the list', async () => {
    await open(`/test-records/${record.id}?result=positive&crumb=x`, pageOf([record]))
    const back = await screen.findByRole('link', { name: 'All tests' })
    expect(back.getAttribute('href')).toBe('/test-records?result=positive')
  })
})
