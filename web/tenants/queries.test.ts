import { beforeEach, expect, test, vi } from 'vitest'
import { answer, reply, somePreferences } from '../testing/replies.ts'
import { cachePreferences, readCachedPreferences } from './preferences-cache.ts'
import { currentPreferences, loadPreferences, pageTitle, refreshPreferences } from './queries.ts'

const now = Date.parse('2026-03-01T10:59:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  return () => vi.useRealTimers()
})

test('within the hour the browser’s own copy is enough', async () => {
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
  await vi.waitFor(() => expect(currentPreferences().productName).toBe('New'))
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(readCachedPreferences()?.preferences.productName).toBe('New')
})

test('old ones are better than none when the server is away', async () => {
  cachePreferences(somePreferences({ productName: 'Old' }), now - 7_200_000)
  answer({ 'GET /get-site-preferences': new TypeError('Failed to fetch') })
  expect(await loadPreferences()).toMatchObject({ productName: 'Old' })
})

test('what is not whole is as if it were not there', () => {
  localStorage.setItem('lateral.preferences', '{"hour":1,"preferences":{"theme":{}}}')
  expect(readCachedPreferences()).toBeUndefined()
  localStorage.setItem('lateral.preferences', 'nonsense')
  expect(readCachedPreferences()).toBeUndefined()
})

test('a title names the product, outside production the environment, then the page', () => {
  expect(pageTitle({ productName: 'Harbour', environment: 'staging' }, 'Tests')).toBe('Harbour - staging - Tests')
  expect(pageTitle({ productName: 'Harbour', environment: 'production' }, 'Tests')).toBe('Harbour - Tests')
})
