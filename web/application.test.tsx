import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeApplication } from './application.tsx'
import { cachePreferences } from './tenants/preferences-cache.ts'
import { loadPreferences } from './tenants/queries.ts'
import { answer, aUser, reply, somePreferences } from './testing/replies.ts'
import { setLocale } from './ui/phrases.ts'

/** The application at the page of the own account, as a document opens it. */
async function openApplication() {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
  cachePreferences(somePreferences())
  await loadPreferences()
  window.history.replaceState(null, '', '/own-user')
  return makeApplication()
}

test('once the first page is loaded, it is drawn as a whole at once', async () => {
  answer({
    'GET /users/my-details': reply(200, { data: aUser() }),
    'GET /users/my-details/sessions': reply(200, { data: [] }),
  })
  const { Page, load } = await openApplication()
  // However slow the machine is, the page comes before what would stand for it.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await load()
  vi.useRealTimers()
  await act(async () => void render(<Page />))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your account')
})

test('a first page that does not come is drawn as what stands for it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { Page, load } = await openApplication()
  await load()
  render(<Page />)
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
})
