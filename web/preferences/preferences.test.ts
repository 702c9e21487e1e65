import { beforeEach, expect, test, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import { getTenantId } from '../../contract/tenants/endpoints.ts'
import { call } from '../api/client.ts'
import { answer, called, reply, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'
import { cachePreferences, readCachedPreferences } from './preferences-cache.ts'
import { followPreferences } from './follow-preferences.ts'
import {
  currentPreferences,
  loadPreferences,
  pageTitle,
  refreshPreferences,
  useSubjectSettings,
} from './preferences.ts'

const now = Date.parse('2026-03-01T10:59:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  return () => vi.useRealTimers()
})

test('within the hour the browser’s own copy is used', async () => {
  const fetched = answer({ 'GET /get-site-preferences': reply(200, { data: somePreferences({ productName: 'New' }) }) })
  cachePreferences(somePreferences({ productName: 'Kept' }))
  expect(await loadPreferences()).toMatchObject({ productName: 'Kept' })
  expect(fetched).not.toHaveBeenCalled()
})

test('when the hour of day changes they are fetched again, once', async () => {
  const fetched = answer({ 'GET /get-site-preferences': reply(200, { data: somePreferences({ productName: 'New' }) }) })
  cachePreferences(somePreferences({ productName: 'Kept' }))
  await loadPreferences()
  vi.setSystemTime(now + 60_000)
  refreshPreferences()
  refreshPreferences()
  await expect.poll(() => currentPreferences().productName).toBe('New')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(readCachedPreferences()?.preferences.productName).toBe('New')
})

test('an old copy is used when the server is unreachable', async () => {
  cachePreferences(somePreferences({ productName: 'Old' }), now - 7_200_000)
  answer({ 'GET /get-site-preferences': new TypeError('Failed to fetch') })
  expect(await loadPreferences()).toMatchObject({ productName: 'Old' })
})

function sayingVersion(version: number, body: unknown): Response {
  const said = reply(200, body)
  said.headers.set('x-tenant-version', String(version))
  return said
}
const newer = reply(200, { data: somePreferences({ version: 2, productName: 'New' }) })

test('a reply with a newer version makes the preferences be fetched, once', async () => {
  cachePreferences(somePreferences({ productName: 'Kept' }))
  await loadPreferences()
  const stop = followPreferences()
  const fetched = answer({
    'GET /tenants/get-id': [1, 2, 2].map((version) => sayingVersion(version, { id: 'x' })),
    'GET /get-site-preferences': newer,
  })
  await call(getTenantId)
  expect(called(fetched, 'GET', '/get-site-preferences')).toHaveLength(0)
  await Promise.all([call(getTenantId), call(getTenantId)])
  await expect.poll(() => currentPreferences().productName).toBe('New')
  expect(called(fetched, 'GET', '/get-site-preferences')).toHaveLength(1)
  stop()
})

test('a page without requests asks for the version within a minute, without naming the session', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now })
  cachePreferences(somePreferences({ productName: 'Kept' }))
  await loadPreferences()
  const stop = followPreferences()
  const fetched = answer({
    'GET /tenants/get-id': sayingVersion(3, { id: 'x' }),
    'GET /get-site-preferences': reply(200, { data: somePreferences({ version: 3, productName: 'New' }) }),
  })
  vi.advanceTimersByTime(59_000)
  await expect.poll(() => currentPreferences().productName).toBe('New')
  const asked = called(fetched, 'GET', '/tenants/get-id')
  expect(asked.map(([, init]) => init?.credentials)).toEqual(['omit'])
  stop()
  vi.advanceTimersByTime(600_000)
  expect(called(fetched, 'GET', '/tenants/get-id')).toHaveLength(1)
})

test('preferences that another tab has fetched are adopted at once', async () => {
  cachePreferences(somePreferences({ productName: 'Kept' }))
  await loadPreferences()
  const stop = followPreferences()
  cachePreferences(somePreferences({ version: 9, productName: 'New' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'lateral.preferences' }))
  expect(currentPreferences().productName).toBe('New')
  stop()
})

test('IDs have their names in the language of the page, else those of the default language', async () => {
  const names = { es_MX: { customId1: 'Arete', customId2: 'Rebaño' } }
  const subjects = { kind: 'non-human', customId1: 'Tag', customId2: 'Herd', names } as const
  cachePreferences(somePreferences({ subjects }))
  await loadPreferences()
  const shown = renderHook(() => useSubjectSettings())
  expect(shown.result.current).toEqual({
    kind: 'non-human',
    identifiesBy: 'email',
    customId1: 'Tag',
    customId2: 'Herd',
  })
  await act(() => setLocale('es_MX'))
  expect(shown.result.current).toMatchObject({ customId1: 'Arete', customId2: 'Rebaño' })
  await act(() => setLocale('en_GB'))
})

test('an incomplete copy counts as none', () => {
  localStorage.setItem('lateral.preferences', '{"hour":1,"preferences":{"theme":{}}}')
  expect(readCachedPreferences()).toBeUndefined()
  localStorage.setItem('lateral.preferences', 'nonsense')
  expect(readCachedPreferences()).toBeUndefined()
})

test('a title names the product, outside production the environment, then the page', () => {
  expect(pageTitle({ productName: 'Harbour', environment: 'staging' }, 'Tests')).toBe('Harbour - staging - Tests')
  expect(pageTitle({ productName: 'Harbour', environment: 'production' }, 'Tests')).toBe('Harbour - Tests')
})
