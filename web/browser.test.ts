import { afterEach, describe, expect, test, vi } from 'vitest'
import { inTab, isOwnZoneKnown, ownZone, wantedLanguages } from './browser.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the zone of the clock', () => {
  const named = (timeZone: unknown) => {
    const options = new Intl.DateTimeFormat().resolvedOptions()
    // Browsers have been seen to answer so, whatever the type says.
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...options,
      timeZone: timeZone as string,
    })
  }

  test.each([undefined, '', 'Etc/Unknown', 'Foo/Bar', '+01:00', 'AET'])('is UTC if the browser says %s', (zone) => {
    named(zone)
    expect([ownZone(), isOwnZoneKnown()]).toEqual(['UTC', false])
  })

  test.each(['Europe/Dublin', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])('is the browser’s zone if that is %s', (zone) => {
    named(zone)
    expect([ownZone(), isOwnZoneKnown()]).toEqual([zone, true])
  })

  test('is UTC if the browser throws', () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
      throw new RangeError('unsupported time zone')
    })
    expect([ownZone(), isOwnZoneKnown()]).toEqual(['UTC', false])
  })
})

test.each([
  [undefined, undefined, []],
  [undefined, 'es-MX', ['es-MX']],
  [['', 'C', 'POSIX', 'es_', 'en-GB'], undefined, ['en-GB']],
])('finds among %j and %j the valid languages', (languages, language, wanted) => {
  vi.stubGlobal('navigator', { languages, language })
  expect(wantedLanguages()).toEqual(wanted)
})

test('a value that cannot be stored lasts as long as the page', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
  expect(inTab.setItem('place', 'Ward 1')).toBe(false)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(full)
  expect([inTab.getItem('place'), inTab.keys()]).toEqual(['Ward 1', ['place']])
  inTab.removeItem('place')
  expect([inTab.getItem('place'), inTab.keys()]).toEqual([null, []])
})
