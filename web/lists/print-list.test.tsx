import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, reply, sentBody } from '../testing/replies.ts'
import { listedTest } from '../testing/test-records.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const row = (number: number) => ({
  ...listedTest,
  id: `01998878-2800-7000-8000-${String(number).padStart(12, '0')}`,
  testId: `HARB-${String(number).padStart(8, '0')}`,
})
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => row(from + index))

function pageOf(data: object[], page: { next?: string; previous?: string; total: number; totalIsCapped?: boolean }) {
  return reply(200, { data, page: { size: 5, next: null, previous: null, totalIsCapped: false, ...page } })
}

const print = vi.fn<() => void>()
beforeAll(() =>
  Promise.all([
    import('../test-records/test-records-page.tsx'),
    import('./assay-filter.tsx'),
    import('./list-on-paper.tsx'),
    import('./whole-list.ts'),
  ]),
)
beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
})
afterEach(() => localStorage.clear())

async function open(address: string, list: Response | Response[], more: object = {}, type: UserType = 'tenant') {
  const { fetched } = await openPage(address, {
    user: aUser(type),
    replies: {
      'GET /organisations': pageOf([], { total: 0 }),
      'GET /groups': pageOf([], { total: 0 }),
      'GET /assays': pageOf([], { total: 0 }),
      'GET /test-records': list,
      'POST /list-prints': reply(204),
      ...more,
    },
  })
  return fetched
}
/** What is answered before a test holds an answer back. */
const answersOf = (fetched: Awaited<ReturnType<typeof open>>) => {
  const before = fetched.getMockImplementation()
  if (before === undefined) throw new Error('Nothing is answered')
  return before
}
const paper = () => document.querySelector('[data-print-list]')
const command = () => act(() => void window.dispatchEvent(new Event('beforeprint')))
const pressPrintList = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Print…' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /^Print list/ }))
}

describe('the print command of the browser', () => {
  test('prints the rows of the screen as a table, with a heading and the number of rows', async () => {
    await open(
      '/test-records?result=positive,invalid&range=custom&from=2026-10-01&to=2026-10-31&search=ada',
      pageOf(rows(1, 5), { next: 'b', total: 275 }),
    )
    await screen.findByRole('link', { name: 'HARB-00000001' })
    expect(paper()).toBeNull()
    command()
    const words = paper()?.textContent ?? ''
    for (const said of [
      'Tests',
      'The first 5 of 275 records',
      'Date range: 01/10/2026 – 31/10/2026',
      'Result: Positive, Invalid',
      'Search: ada',
      'Order: Performed, latest first',
      'Printed by ',
    ]) {
      expect(words).toContain(said)
    }
    expect(paper()?.querySelectorAll('thead tr')).toHaveLength(1)
    expect(paper()?.querySelectorAll('tbody tr')).toHaveLength(5)
    expect(paper()?.querySelector('button, input, select')).toBeNull()
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(paper()).toBeNull())
  })

  test('labels a later page as one page of the list', async () => {
    await open('/test-records?cursor=b', pageOf(rows(6, 5), { previous: 'a', total: 275 }))
    await screen.findByRole('link', { name: 'HARB-00000006' })
    command()
    expect(paper()?.textContent).toContain('5 of 275 records, one page of the list')
  })

  test('counts the pages at the foot of each', async () => {
    await open('/test-records', pageOf(rows(1, 1), { total: 1 }))
    await screen.findByRole('link', { name: 'HARB-00000001' })
    command()
    expect(paper()?.querySelector('style')?.textContent).toContain('"Page " counter(page) " of " counter(pages) ""')
  })
})

describe('a result that is held back', () => {
  const held = { ...row(3), isHeldBack: true }

  test('is on the screen, and not on the paper of the browser’s command, which says so', async () => {
    await open('/test-records', pageOf([...rows(1, 2), held], { total: 3 }))
    await screen.findByRole('link', { name: held.testId })
    command()
    expect(paper()?.textContent).not.toContain(held.testId)
    expect(paper()?.textContent).toContain('1 result of a set of tests without an outcome is not printed.')
    expect(paper()?.textContent).toContain('2 records')
    expect(paper()?.querySelectorAll('tbody tr')).toHaveLength(2)
  })

  test('is neither printed with the whole list nor counted in the audit trail', async () => {
    const fetched = await open('/test-records', pageOf([...rows(1, 2), held], { total: 3 }))
    await screen.findByRole('link', { name: held.testId })
    await pressPrintList()
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(paper()?.textContent).not.toContain(held.testId)
    expect(paper()?.querySelectorAll('tbody tr')).toHaveLength(2)
    expect(sentBody(fetched, '/list-prints')).toMatchObject({ rows: 2 })
  })
})

describe('the button that prints a list', () => {
  test('prints every row, page after page, once the audit trail has noted it', async () => {
    const fetched = await open('/test-records?result=positive', [
      pageOf(rows(1, 5), { next: 'b', total: 7 }),
      pageOf(rows(6, 2), { previous: 'a', total: 7 }),
      pageOf(rows(1, 5), { next: 'b', total: 7 }),
      pageOf(rows(6, 2), { previous: 'a', total: 7 }),
    ])
    await screen.findByRole('link', { name: 'HARB-00000001' })
    await waitFor(() => expect(fetched.mock.calls.filter(([at]) => at.includes('/test-records?')).length).toBe(2))
    await pressPrintList()
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(sentBody(fetched, '/list-prints')).toEqual({
      list: 'test-record',
      filter: { result: 'positive', sort: '-performed_at' },
      rows: 7,
    })
    expect(paper()?.querySelectorAll('tbody tr')).toHaveLength(7)
    expect(paper()?.textContent).toContain('7 records')
  })

  test('says on paper what was printed, also where another filter was chosen while the rows came', async () => {
    const fetched = await open('/test-records?result=positive', pageOf(rows(1, 2), { total: 2 }))
    await screen.findByRole('link', { name: 'HARB-00000001' })
    const before = answersOf(fetched)
    const noted = Promise.withResolvers<Response>()
    fetched.mockImplementation(async (address, init) =>
      address.endsWith('/list-prints') ? await noted.promise : await before(address, init),
    )
    await pressPrintList()
    await userEvent.click(screen.getByRole('button', { name: /^Remove filter:.*Positive$/ }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove filter:.*Positive$/ })).toBeNull())
    await waitFor(() => expect(fetched.mock.calls.some(([at]) => at.endsWith('/list-prints'))).toBe(true))
    expect(print).not.toHaveBeenCalled()
    noted.resolve(reply(204))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(paper()?.textContent).toContain('Result: Positive')
    expect(sentBody(fetched, '/list-prints')).toMatchObject({ filter: { result: 'positive' } })
  })

  test('prints and notes nothing for whoever has left the list while its rows came', async () => {
    const fetched = await open('/test-records', pageOf(rows(1, 1), { total: 1 }))
    await screen.findByRole('link', { name: 'HARB-00000001' })
    const before = answersOf(fetched)
    const page = Promise.withResolvers<Response>()
    fetched.mockImplementation(async (address, init) =>
      address.includes('per_page=100') ? await page.promise : await before(address, init),
    )
    await pressPrintList()
    await userEvent.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as Element)
    await waitFor(() => expect(document.querySelector('[data-list-on-paper]')).toBeNull())
    page.resolve(pageOf(rows(1, 1), { total: 1 }))
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect(print).not.toHaveBeenCalled()
    expect(fetched.mock.calls.filter(([at]) => at.endsWith('/list-prints'))).toEqual([])
  })

  test('prints the first thousand of a longer list, and says so', async () => {
    await open('/test-records', [
      pageOf(rows(1, 5), { total: 3978 }),
      ...Array.from({ length: 10 }, (_, index) =>
        pageOf(rows(index * 100 + 1, 100), { next: `c${index}`, total: 3978 }),
      ),
    ])
    await screen.findByRole('link', { name: 'HARB-00000001' })
    await pressPrintList()
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(paper()?.textContent).toContain('The first 1,000 of 3,978 records')
    expect(paper()?.querySelectorAll('tbody tr')).toHaveLength(1000)
  })

  test('prints nothing and says so if the audit trail cannot be written', async () => {
    await open('/test-records', pageOf(rows(1, 1), { total: 1 }), { 'POST /list-prints': reply(500, {}) })
    await screen.findByRole('link', { name: 'HARB-00000001' })
    await pressPrintList()
    await waitFor(() =>
      expect(currentMessages().map(({ text }) => text)).toContain(
        'Nothing was printed because of a problem on our side. Try again in a moment.',
      ),
    )
    expect(print).not.toHaveBeenCalled()
    expect(paper()).toBeNull()
  })
})
