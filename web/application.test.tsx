import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeApplication } from './application.tsx'
import { cachePreferences } from './preferences/preferences-cache.ts'
import { loadPreferences } from './preferences/preferences.ts'
import { answer, aUser, pageOf, reply, somePreferences } from './testing/replies.ts'
import { setLocale } from './ui/phrases.ts'

/** Opens the application at a page, by default that of the user's own account, as a new document does. */
async function openApplication(address = '/own-user') {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
  cachePreferences(somePreferences())
  await loadPreferences()
  window.history.replaceState(null, '', address)
  return makeApplication()
}

test('once the first page is loaded, it is drawn completely at once', async () => {
  answer({
    'GET /users/my-details': reply(200, { data: aUser() }),
    'GET /users/my-details/sessions': reply(200, { data: [] }),
  })
  const { Page, load } = await openApplication()
  // However slow the machine is, the page must come before its placeholder.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await load()
  vi.useRealTimers()
  await act(async () => void render(<Page />))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your account')
})

test('the first page is drawn with its data, and not before', async () => {
  await import('./invites/invites-page.tsx')
  const asked = Promise.withResolvers<void>()
  const invites = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/invites')) {
      asked.resolve()
      return (await invites.promise).clone()
    }
    return address.endsWith('/my-details') ? reply(200, { data: aUser('tenant') }) : pageOf([])
  })
  const { Page, load } = await openApplication('/invites')
  const soon = setTimeout
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const isLoaded = vi.fn()
  const loading = load().then(isLoaded)
  await asked.promise
  // By now the page would be drawn, if it waited for nothing else.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => soon(resolve))
  expect(isLoaded).not.toHaveBeenCalled()
  invites.resolve(pageOf([]))
  await loading
  vi.useRealTimers()
  await act(async () => void render(<Page />))
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

test('a first page that does not come is replaced by its placeholder', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { Page, load } = await openApplication()
  await load()
  render(<Page />)
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
})
