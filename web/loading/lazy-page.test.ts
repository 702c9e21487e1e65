import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPage, lazyPart, PartMissing } from './lazy-page.ts'

const reload = vi.fn<() => void>()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => new Response())
})

test('a part that fails to load reloads the page, once', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  void lazyPart(failing)
  await expect.poll(() => reload.mock.calls).toHaveLength(1)
  await expect(lazyPart(failing)).rejects.toThrow(PartMissing)
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

test('a part whose loading ends because the reader leaves does not reload the page', async () => {
  vi.useFakeTimers()
  const { promise, reject } = Promise.withResolvers<never>()
  void lazyPart(() => promise)
  window.dispatchEvent(new Event('beforeunload'))
  reject(new TypeError('error loading dynamically imported module'))
  await vi.advanceTimersByTimeAsync(9999)
  expect(reload).not.toHaveBeenCalled()
  // The reader followed a link to a download, for instance, so that the page is still there.
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(() => reload.mock.calls).toHaveLength(1)
})

test('while the server is unreachable the page stays, and a failed part is loaded when it is needed again', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const load = vi
    .fn<() => Promise<() => null>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(() => null)
  const Page = lazyPage(load)
  await expect(Page.preload()).rejects.toMatchObject({ status: 0, code: 'offline' })
  expect(reload).not.toHaveBeenCalled()
  await Page.preload()
  expect(load).toHaveBeenCalledTimes(2)
})
