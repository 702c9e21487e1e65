import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SentEntry } from '../../../contract/rounds/endpoints.ts'
import { ApiError } from '../../api/api-error.ts'
import { forgetOthers, forgetTab } from '../../api/open-work.ts'
import { inTab } from '../../browser.ts'
import { makeOutbox, outboxKey } from './outbox.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  for (const key of inTab.keys()) inTab.removeItem(key)
})

const entryOf = (subjectId: string, outcome: 'absent' | 'refused' = 'absent', base = 1): SentEntry => ({
  subjectId,
  base,
  entry: { outcome, reason: null, analyteResults: [], deviceImageId: null, note: null },
  at: '2026-11-27T10:00:00.000Z',
})
const taken = { rows: [], conflicts: [], refused: [], state: 'open' } as const
const offline = () => new ApiError(0, { code: 'offline' })

function open(send: Parameters<typeof makeOutbox>[0]['send'], userId = 'ann') {
  const outbox = makeOutbox({ roundId: 'round', userId, send, onReply: () => undefined })
  return { ...outbox, close: outbox.open() }
}

test('what cannot be sent stays in the tab, also for a later login of the same person, and is sent again', async () => {
  const send = vi.fn().mockRejectedValue(offline())
  const first = open(send)
  first.put(entryOf('bob'))
  first.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(Object.keys(JSON.parse(inTab.getItem(outboxKey('round', 'ann')) ?? '{}'))).toEqual(['bob'])
  forgetTab()
  forgetOthers('ann')

  const later = vi.fn().mockRejectedValueOnce(offline()).mockResolvedValue(taken)
  const outbox = open(later)
  expect(outbox.state().unsent['bob']?.is).toBe('waiting')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(later.mock.calls.map(([entries]) => entries)).toEqual([[entryOf('bob')], [entryOf('bob')]])
  expect(outbox.state()).toEqual({ unsent: {}, failure: undefined })
  expect(inTab.getItem(outboxKey('round', 'ann'))).toBeNull()
})

test('nothing of it is left for another person', () => {
  open(vi.fn().mockRejectedValue(offline())).put(entryOf('bob'))
  expect(inTab.getItem(outboxKey('round', 'ann'))).toContain('bob')
  forgetOthers('eve')
  expect(inTab.getItem(outboxKey('round', 'ann'))).toBeNull()
})

test('what was entered again while the first was under way is sent on top of it', async () => {
  const first = Promise.withResolvers<unknown>()
  const send = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(taken)
  const outbox = open(send)
  outbox.put(entryOf('bob'))
  outbox.put(entryOf('bob', 'refused'))
  first.resolve({ ...taken, rows: [{ subjectId: 'bob', revision: 7 }] })
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls.map(([entries]) => entries)).toEqual([[entryOf('bob')], [entryOf('bob', 'refused', 7)]])
  expect(outbox.state().unsent).toEqual({})
})

test('what was entered again while a conflict was under way is sent on top of what the user saw, and conflicts, too', async () => {
  const first = Promise.withResolvers<unknown>()
  const conflict = { ...taken, rows: [{ subjectId: 'bob', revision: 7 }], conflicts: ['bob'] }
  const send = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(conflict)
  const outbox = open(send)
  outbox.put(entryOf('bob'))
  outbox.put(entryOf('bob', 'refused'))
  first.resolve(conflict)
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls.map(([entries]) => entries)).toEqual([[entryOf('bob')], [entryOf('bob', 'refused', 1)]])
  expect(outbox.state().unsent).toEqual({ bob: { entry: entryOf('bob', 'refused', 1), is: 'conflict' } })
})

test('what was entered again while a refusal was under way is sent on top of what stands now', async () => {
  const first = Promise.withResolvers<unknown>()
  const refusal = {
    ...taken,
    rows: [{ subjectId: 'bob', revision: 7 }],
    refused: [{ subjectId: 'bob', reason: 'Early' }],
  }
  const send = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(taken)
  const outbox = open(send)
  outbox.put(entryOf('bob'))
  outbox.put(entryOf('bob', 'refused'))
  first.resolve(refusal)
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls.map(([entries]) => entries)).toEqual([[entryOf('bob')], [entryOf('bob', 'refused', 7)]])
  expect(outbox.state().unsent).toEqual({})
})

test('what was given up while it was under way does not come back with its conflict or refusal', async () => {
  for (const reply of [
    { ...taken, conflicts: ['bob'] },
    { ...taken, refused: [{ subjectId: 'bob', reason: 'Early' }] },
  ]) {
    const first = Promise.withResolvers<unknown>()
    const outbox = open(vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(taken))
    outbox.put(entryOf('bob'))
    outbox.drop('bob')
    first.resolve(reply)
    await vi.advanceTimersByTimeAsync(0)
    expect(outbox.state().unsent).toEqual({})
  }
})

test('a conflict and a refusal wait for a choice, and are not sent again', async () => {
  const reply = { ...taken, conflicts: ['bob'], refused: [{ subjectId: 'eve', reason: 'Early' }] }
  const send = vi.fn().mockResolvedValue(reply)
  const outbox = open(send)
  outbox.put(entryOf('bob'))
  outbox.put(entryOf('eve'))
  await vi.advanceTimersByTimeAsync(20_000)
  const { bob, eve } = outbox.state().unsent
  expect([bob?.is, eve?.is, eve?.reason]).toEqual(['conflict', 'refused', 'Early'])
  const calls = send.mock.calls.length
  window.dispatchEvent(new Event('online'))
  await outbox.now()
  expect(send).toHaveBeenCalledTimes(calls)
  outbox.drop('bob')
  expect(Object.keys(outbox.state().unsent)).toEqual(['eve'])
})

test('what the server refuses as a whole is not sent again by itself', async () => {
  const send = vi.fn().mockRejectedValue(new ApiError(409, { code: 'round-ended' }))
  const outbox = open(send)
  outbox.put(entryOf('bob'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(1)
  expect(outbox.state().unsent['bob']?.is).toBe('waiting')
})
