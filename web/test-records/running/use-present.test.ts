import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { deviceTimes } from './clock.ts'
import { usePresent } from './use-present.ts'

afterEach(() => vi.useRealTimers())

test('a clock that nothing depends on draws nothing, and is right again as soon as something does', async () => {
  vi.useFakeTimers()
  const time = { now: '2026-03-01T10:00:00.000Z', received: deviceTimes() }
  const draw = vi.fn((isRunning: boolean) => usePresent(time, () => undefined, isRunning))
  const { result, rerender } = renderHook(draw, { initialProps: false })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(draw).toHaveBeenCalledOnce()
  rerender(true)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current).toBeCloseTo(Date.parse('2026-03-01T10:01:00.000Z'), -2)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(result.current).toBeCloseTo(Date.parse('2026-03-01T10:01:05.000Z'), -2)
})
