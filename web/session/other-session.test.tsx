import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentSpeaker } from '../api/speaker.ts'
import { unsentPrefix } from '../api/open-work.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called } from '../testing/replies.ts'

const replace = vi.fn<(address: string) => void>()
const me = aUser()
const colleague = '01998878-2800-7000-8000-0000000000ff'

beforeEach(() => {
  replace.mockClear()
  vi.stubGlobal('location', { ...window.location, replace, assign: vi.fn() })
})

test('each request names the page’s person, once that is known', async () => {
  const { fetched } = await openPage('/', { user: me })
  await waitFor(() => expect(called(fetched, 'GET', '/dashboard').length).toBeGreaterThan(0))
  const [, init] = called(fetched, 'GET', '/dashboard')[0] ?? []
  expect(init?.headers).toMatchObject({ 'x-speaker': `${me.id}.${me.tenant.id}` })
  expect(currentSpeaker()).toBe(`${me.id}.${me.tenant.id}`)
})

test('a page whose person is no longer logged in is hidden as soon as another tab says so', async () => {
  await openPage('/', { user: me })
  await screen.findByRole('navigation', { name: 'Main navigation' })
  sessionStorage.setItem('typed', 'of the first person')
  sessionStorage.setItem(`${unsentPrefix}test-draft:${me.id}`, '{}')
  localStorage.setItem('lateral.speaker', `${me.id}.${me.tenant.id}`)
  window.dispatchEvent(new StorageEvent('storage', { key: 'lateral.speaker' }))
  expect(replace).not.toHaveBeenCalled()

  localStorage.setItem('lateral.speaker', `${colleague}.${me.tenant.id}`)
  window.dispatchEvent(new StorageEvent('storage', { key: 'lateral.speaker' }))
  expect(replace).toHaveBeenCalledWith('/other-session')
  expect(document.body.hidden).toBe(true)
  expect(sessionStorage.getItem('typed')).toBeNull()
  // The draft remains theirs, in case they are the next to log in in this tab.
  expect(sessionStorage.getItem(`${unsentPrefix}test-draft:${me.id}`)).toBe('{}')
})
