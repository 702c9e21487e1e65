import { expect, test, vi } from 'vitest'

const [began, startOf] = [Date.now(), performance.timeOrigin]
const ownFetch = globalThis.fetch
const wrong = Date.parse('2001-01-01T00:00:00Z')

// The two tests belong together: the second looks for what the first leaves behind.
test.each(['fakes the clock, the network and the storage', 'finds nothing of what the one before it faked'])(
  '%s',
  () => {
    expect(Date.now()).toBeGreaterThanOrEqual(began)
    expect(performance.timeOrigin).toBe(startOf)
    expect(fetch).toBe(ownFetch)
    expect(matchMedia('print').matches).toBe(false)
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    expect(Math.random()).not.toBe(2)
    vi.useFakeTimers({ now: wrong })
    vi.stubGlobal('fetch', () => Promise.reject(new Error('away')))
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.spyOn(Math, 'random').mockReturnValue(2)
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    expect(Date.now()).toBe(wrong)
  },
)
