import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { makeDraftKeeper, type Keeping } from './draft-keeper.ts'
import { loadUnsentDraft, markSent, saveDraft } from './draft-storage.ts'
import type { Draft } from './draft.ts'
import { draftWith } from './fixtures.ts'

const noted = (note: string) => draftWith({ note })
const send = vi.fn<(draft: Draft) => Promise<void>>()
const states: Keeping['is'][] = []

beforeEach(() => {
  vi.useFakeTimers()
  send.mockReset().mockResolvedValue()
  states.length = 0
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

const start = () =>
  makeDraftKeeper<Draft>({
    send,
    onSent: (draft) => markSent('nurse', draft),
    onChange: ({ is }) => states.push(is),
  })

test('sends the latest state once typing pauses', async () => {
  const keeper = start()
  for (const note of ['a', 'ab', 'abc']) {
    keeper.soon(noted(note))
    await vi.advanceTimersByTimeAsync(900)
  }
  expect(send).not.toHaveBeenCalled()
  saveDraft('nurse', noted('abc'))
  await vi.advanceTimersByTimeAsync(100)
  expect(send).toHaveBeenCalledExactlyOnceWith(noted('abc'))
  expect(states).toEqual(['sending', 'kept'])
  expect(loadUnsentDraft('nurse')).toBeUndefined()
})

test('sends at once when the page is left, and nothing twice', async () => {
  const keeper = start()
  keeper.soon(noted('a'))
  await keeper.now()
  await keeper.now()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledExactlyOnceWith(noted('a'))
})

test('sends one request at a time, and later changes follow', async () => {
  const keeper = start()
  let arrive = () => {}
  send.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)))
  keeper.soon(noted('a'))
  await vi.advanceTimersByTimeAsync(1000)
  keeper.soon(noted('ab'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(send).toHaveBeenCalledTimes(1)
  arrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenLastCalledWith(noted('ab'))
})

test('an unsent draft stays in the tab and is tried again', async () => {
  const keeper = start()
  keeper.open()
  saveDraft('nurse', noted('a'))
  send.mockRejectedValueOnce(new Error('offline'))
  keeper.soon(noted('a'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(states.at(-1)).toBe('tab')
  expect(loadUnsentDraft('nurse')).toBeDefined()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(states.at(-1)).toBe('kept')
  expect(send).toHaveBeenCalledTimes(2)
})

test('a refused draft is not sent again until it changes', async () => {
  const keeper = start()
  const close = keeper.open()
  send.mockRejectedValueOnce(new ApiError(403, { code: 'forbidden' }))
  keeper.soon(noted('a'))
  await vi.advanceTimersByTimeAsync(60_000)
  await keeper.now()
  expect(send).toHaveBeenCalledTimes(1)
  expect(states.at(-1)).toBe('tab')
  keeper.soon(noted('ab'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(send).toHaveBeenLastCalledWith(noted('ab'))
  expect(states.at(-1)).toBe('kept')
  close()
})

test.each([0, 429, 503])('a draft that met a passing failure (%i) is sent again', async (status) => {
  const keeper = start()
  const end = keeper.open()
  send.mockRejectedValueOnce(new ApiError(status, { code: 'unavailable' }))
  keeper.soon(noted('a'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(send).toHaveBeenCalledTimes(2)
  end()
})

test('stops for good when the test is saved or discarded', async () => {
  const keeper = start()
  keeper.soon(noted('a'))
  await keeper.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
})

test('a stopped request is not retried, and later changes are sent', async () => {
  const keeper = start()
  keeper.open()
  let fail = () => {}
  send.mockImplementationOnce(() => new Promise((_, reject) => (fail = () => reject(new Error('offline')))))
  keeper.soon(noted('a'))
  await vi.advanceTimersByTimeAsync(1000)
  const stopped = keeper.stop()
  keeper.soon(noted('b'))
  await vi.advanceTimersByTimeAsync(1000)
  fail()
  await stopped
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send.mock.calls).toEqual([[noted('a')], [noted('b')]])
})

test('leaving the form tries a last time, and an older state never overwrites a newer one', async () => {
  const keeper = start()
  const close = keeper.open()
  send.mockRejectedValue(new Error('offline'))
  keeper.soon(noted('a'))
  await vi.advanceTimersByTimeAsync(1000)
  close()
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls).toEqual([[noted('a')], [noted('a')]])
  // The form is opened again, where the draft goes on.
  send.mockResolvedValue()
  const next = start()
  next.open()
  next.soon(noted('b'))
  await vi.advanceTimersByTimeAsync(60_000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send.mock.calls.slice(2)).toEqual([[noted('b')]])
})
