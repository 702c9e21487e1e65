import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from './page-part.ts'

const reload = vi.fn<() => void>()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})

test('a part that cannot be loaded reloads the page, once', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  void lazyPart(failing)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(lazyPart(failing)).rejects.toThrow('Failed to fetch')
  expect(reload).toHaveBeenCalledOnce()
})

test('a part that takes longer than two minutes counts as failed', async () => {
  vi.useFakeTimers()
  void lazyPart(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect(reload).toHaveBeenCalledOnce()
})
