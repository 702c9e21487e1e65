import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { called, refusal, reply, sentBody } from '../testing/replies.ts'
import { animals } from '../testing/subjects.tsx'
import { alsoSay } from '../ui/phrases.ts'

const id = '01998878-2800-7000-8000-000000000009'
const nothing = {
  tests: [],
  subjects: [],
  users: [],
  organisations: [],
  groups: [],
  assays: [],
  lots: [],
  tenants: [],
}
const jones = {
  id,
  email: 'jo@people.test',
  dateOfBirth: '1980-05-17',
  firstName: 'Jo',
  lastName: 'Jones',
  localId: 'L-7',
  customId1: null,
  customId2: null,
  groups: [],
}
const record = {
  id,
  testId: 'HARB-1234ABCD',
  performedAt: '2026-03-01T09:30:00Z',
  performedZone: 'Europe/London',
  result: 'positive',
  state: 'voided',
  subject: { ...jones, kind: 'human', groupId: null },
}

beforeAll(() => alsoSay('finder'))
beforeEach(() => () => handleFailures(undefined))

/** Opens a page without requests of its own that has the search. */
async function open(found: object, ...later: readonly Response[]) {
  return await openIn({}, found, ...later)
}

async function openIn(preferences: Partial<Preferences>, found: object, ...later: readonly Response[]) {
  const first = found instanceof Error || found instanceof Response ? found : reply(200, { data: found })
  const answered = [first, ...later]
  const opened = await openPage('/own-user', {
    parts: [import('./finder-dialog.tsx')],
    preferences,
    replies: { 'GET /users/my-details/sessions': reply(200, { data: [] }), 'POST /search': answered },
  })
  await screen.findByRole('button', { name: 'Search' })
  return opened
}

async function search(text: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  const field = await screen.findByRole('combobox', { name: 'Search everything' })
  await userEvent.type(field, text)
  return field
}

const options = () => {
  const list = within(screen.getByRole('listbox', { name: 'Search results' }))
  return list.queryAllByRole('option').map(({ textContent }) => textContent)
}

test('shows results by kind, and lets the keyboard reach them', async () => {
  const { router, fetched } = await open({ ...nothing, subjects: [jones], tests: [record], lots: ['JO-1'] })
  const field = await search(' jo')
  await screen.findByText('3 results')
  expect(sentBody(fetched, '/search')).toEqual({ search: 'jo' })
  const kinds = within(screen.getByRole('listbox')).getAllByRole('group')
  expect(kinds.map((group) => within(group).getAllByRole('option').length)).toEqual([1, 1, 1])
  expect(options()[0]).toBe('Jo JonesBorn 17/05/1980 · Local ID L-7 · jo@people.test')
  expect(options()[1]).toContain('HARB-1234ABCDVoided · Jo Jones')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/test-records'))
  expect(router.state.location.search).toEqual({ lot: 'JO-1' })
  expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull()
  await waitFor(() => expect(router.state.status).toBe('idle'))
})

test('the typed text is in no address, and nothing is requested before the second character', async () => {
  const { router, fetched } = await open(nothing)
  await search('z')
  await screen.findByText(/Type at least 2 characters/)
  await userEvent.keyboard('zyx')
  await screen.findByText('Nothing that you can see begins with “zzyx”. Check the spelling, or type less of it.')
  expect(called(fetched, 'POST', '/search')).toHaveLength(1)
  expect(fetched.mock.calls.some(([address]) => address.includes('zyx'))).toBe(false)
  expect(router.state.location.href).toBe('/own-user')
})

test('pages are found by their names, if they may be opened', async () => {
  await open(nothing)
  await search('rec')
  await waitFor(() => expect(options()).toEqual(['Record a test']))
  await userEvent.clear(screen.getByRole('combobox', { name: 'Search everything' }))
  await userEvent.keyboard('audit')
  await screen.findByText(/Nothing that you can see begins with “audit”/)
})

test('results for a shorter text cannot be chosen, and Enter waits for the answer', async () => {
  const { router } = await open(
    { ...nothing, subjects: [jones] },
    reply(200, { data: { ...nothing, tests: [record] } }),
  )
  await search('jo')
  await screen.findByText('1 result')
  await userEvent.keyboard('n{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/test-records/${id}`))
  await waitFor(() => expect(router.state.status).toBe('idle'))
})

test('keys that come faster than renders open the result that they select', async () => {
  const { router } = await open({ ...nothing, subjects: [jones], lots: ['JO-1', 'JO-2'] })
  const field = await search('jo')
  await screen.findByText('3 results')
  act(() => {
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) fireEvent.keyDown(field, { key })
  })
  await waitFor(() => expect(router.state.location.search).toEqual({ lot: 'JO-2' }))
  await waitFor(() => expect(router.state.status).toBe('idle'))
})

test('a trailing space keeps the selected result', async () => {
  await open({ ...nothing, subjects: [jones], lots: ['JO-1'] })
  const field = await search('jo')
  await screen.findByText('2 results')
  await userEvent.keyboard(' {ArrowDown}')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
})

test('looking at another window and back keeps the results', async () => {
  const { fetched } = await open({ ...nothing, subjects: [jones], lots: ['JO-1'] })
  const field = await search('jo')
  await screen.findByText('2 results')
  await userEvent.keyboard('{ArrowDown}')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(options()).toHaveLength(2)
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
  expect(called(fetched, 'POST', '/search')).toHaveLength(1)
})

test('Escape closes it and gives the focus back', async () => {
  await open(nothing)
  await search('ab')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }))
})

test('a failed search is reported and can be tried again', async () => {
  await open(refusal(500, 'internal'), reply(200, { data: { ...nothing, lots: ['QQ-1'] } }))
  await search('qq')
  await screen.findByText('The search did not work. Nothing was changed.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(options()).toEqual(['QQ-1Tests with this lot']))
})

test('an unreachable server is reported in words', async () => {
  await open(new TypeError('Failed to fetch'))
  await search('ab')
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText(/^The server cannot be reached/)).toBeTruthy()
})

test('a slash or Ctrl-K opens it', async () => {
  await open(nothing)
  await userEvent.keyboard('/')
  await screen.findByRole('combobox', { name: 'Search everything' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull())
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await screen.findByRole('combobox', { name: 'Search everything' })
})

test('a slash in a field, or in the middle of a scanner’s input, opens nothing', async () => {
  await open(nothing)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const field = document.createElement('textarea')
  document.body.append(field)
  fireEvent.keyDown(field, { key: '/' })
  await vi.advanceTimersByTimeAsync(500)
  for (const key of 'https://id.gs1.org/01/09506000134352') {
    fireEvent.keyDown(document.body, { key })
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(500)
  field.remove()
  expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull()
})

test('in a tenant of animals nobody is told to type a name or an email', async () => {
  await openIn({ subjects: animals }, nothing)
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText(/^Type at least 2 characters: .* an ID of an animal or a sample/)).toBeDefined()
  expect(screen.queryByText(/a name, an email/)).toBeNull()
})
