import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadDashboard } from '../../testing/dashboard-parts.ts'
import { openPage } from '../../testing/open-page.tsx'
import { reply } from '../../testing/replies.ts'
import { startDraftReminder } from './offered-draft.ts'

const counts = { positive: 0, negative: 0, inconclusive: 0, invalid: 0 }
const read = { inTime: 0, early: 0, late: 0 }
const figures = reply(200, {
  data: {
    counts,
    read,
    before: null,
    latest: [],
    meaning: null,
    phone: null,
    differing: null,
    outbreaks: null,
    duties: null,
  },
})
const title = { level: 1, name: /Ana/ }
const parts = [loadDashboard()]

/** Opens the dashboard while the request for an unfinished test has no answer. */
async function openUnanswered() {
  const { router, fetched } = await openPage('/', { parts, replies: { 'GET /dashboard': figures } })
  const inner = fetched.getMockImplementation()
  const answers: PromiseWithResolvers<Response>[] = []
  fetched.mockImplementation(async (address, init) => {
    if (!address.endsWith('/test-records/draft')) return await (inner?.(address, init) ?? Promise.reject(new Error()))
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    init?.signal?.addEventListener('abort', () => answer.reject(new DOMException('', 'AbortError')))
    return await answer.promise
  })
  await expect.poll(() => answers).toHaveLength(1)
  await screen.findByRole('status', { name: 'Loading' })
  return { answers, queries: router.options.context.queries }
}

test('the page comes even if the early request is sent once more while it waits', async () => {
  const { answers, queries } = await openUnanswered()
  const again = startDraftReminder(queries)
  answers[0]?.resolve(reply(200, { data: null }))
  await screen.findByRole('heading', title)
  await again
  expect(answers).toHaveLength(1)
})

test('the page does not wait forever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await openUnanswered()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(await screen.findByRole('heading', title)).toBeDefined()
  vi.useRealTimers()
})
