import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '../contract/own-account/user.ts'
import type { Preferences } from '../contract/tenants/preferences.ts'
import { aDashboard } from './testing/dashboard-parts.ts'
import { listedTest } from './testing/test-records.ts'
import { handleFailures } from './api/failures.ts'
import { makeQueryClient } from './api/query.ts'
import { makeRouter } from './router.ts'
import { leaveSession } from './session/leaving-session.ts'
import { userQuery } from './session/queries.ts'
import { requireLogin } from './routing/guards.ts'
import { cachePreferences } from './preferences/preferences-cache.ts'
import { loadPreferences } from './preferences/preferences.ts'
import { openAt } from './testing/open.tsx'
import { answer, aUser, called, reply, somePreferences } from './testing/replies.ts'
import { setLocale } from './ui/phrases.ts'
import { Snackbar } from './ui/snackbar.tsx'

vi.mock(import('./session/leaving-session.ts'), { spy: true })

const read = { inTime: 0, early: 0, late: 0 }
const someTests = {
  counts: { positive: 37, negative: 375, inconclusive: 2, invalid: 6 },
  before: { counts: { positive: 30, negative: 380, inconclusive: 2, invalid: 7 }, read },
}
const refusal = (status: number, code: string) => reply(status, { message: `words of ${code}`, code, requestId: 'r-7' })

interface Situation {
  user?: User
  preferences?: Partial<Preferences>
  replies?: Record<string, Response | Error>
}

beforeEach(async () => {
  vi.mocked(leaveSession).mockReset().mockReturnValue()
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

async function visit(path: string, { user = aUser(), preferences = {}, replies = {} }: Situation = {}) {
  cachePreferences(somePreferences(preferences))
  await loadPreferences()
  answer({
    'GET /users/my-details': reply(200, { data: user }),
    'GET /dashboard': reply(200, { data: aDashboard() }),
    ...replies,
  })
  return openAt(path, <Snackbar />)
}

describe('access', () => {
  test('a visitor is sent to the login page, a document of its own, with the wanted path', async () => {
    answer({ 'GET /users/my-details': refusal(401, 'unauthenticated') })
    const location = { href: '/test-records?range=today', pathname: '/test-records' }
    const refused: unknown = await requireLogin({ context: { queries: makeQueryClient() }, location }).catch(
      (thrown: unknown) => thrown,
    )
    expect(refused).toMatchObject({
      options: { href: '/login?redirect=%2Ftest-records%3Frange%3Dtoday', reloadDocument: true },
    })
  })

  test('a user who has lost access to the web is logged out and told why', async () => {
    const user = aUser('patient', { permissions: ['view-own-user', 'view-tests'] })
    const fetched = answer({ 'GET /users/my-details': reply(200, { data: user }), 'POST /logout': reply(204) })
    const location = { href: '/', pathname: '/' }
    const refused: unknown = await requireLogin({ context: { queries: makeQueryClient() }, location }).catch(
      (thrown: unknown) => thrown,
    )
    expect(refused).toMatchObject({ options: { href: '/login', reloadDocument: true } })
    expect(called(fetched, 'POST', '/logout')).toHaveLength(1)
  })

  test('a missing permission leads to the dashboard with the 404 message', async () => {
    const router = await visit('/test-records', { user: aUser('clinical', { permissions: ['login-dashboard'] }) })
    expect(await screen.findByText(/page or resource you requested was not found/)).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  test('a clinician cannot open recording while clinician testing is off', async () => {
    const router = await visit('/create-test', { preferences: { features: ['PREVENT_CLINICIAN_TESTING'] } })
    expect(
      await screen.findByText('Recording tests is switched off for clinicians. Contact your administrator.'),
    ).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('link', { name: 'Record Test' })).toBeNull()
  })

  test('an unknown path leads to the dashboard, /tests to the test records', async () => {
    const router = await visit('/nowhere/at/all')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await router.navigate({ to: '/tests' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/test-records'))
  })

  test('until the terms are accepted every page leads to the consent, which opens the dashboard', async () => {
    const replies = {
      'GET /policies/eula': reply(200, { data: { text: null, termsVersion: '2026-11' } }),
      'PUT /users/my-details/terms': reply(200, { data: aUser() }),
    }
    const router = await visit('/test-records', { user: aUser('clinical', { termsAccepted: false }), replies })
    const accept = await screen.findByRole('button', { name: 'Accept and continue' })
    expect(screen.getByText(/^It is an agreement between you and Harbour Health/)).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
    expect(screen.queryByRole('link', { name: 'Record Test' })).toBeNull()
    // Nobody can accept terms before they are loaded.
    await waitFor(() => expect(accept.getAttribute('aria-disabled')).toBeNull())
    await userEvent.click(accept)
    expect(await screen.findByText('No tests recorded yet')).toBeTruthy()
  })

  test('a policy can be read by anybody, in the tenant’s own text if it has one', async () => {
    await visit('/eula', {
      replies: {
        'GET /policies/eula': reply(200, { data: { text: '## Own terms', termsVersion: 'own-1' } }),
        'GET /users/my-details': refusal(401, 'unauthenticated'),
      },
    })
    expect(await screen.findByRole('heading', { name: 'Own terms' })).toBeTruthy()
  })
})

describe('errors', () => {
  test('a lost session ends with the matching message', async () => {
    await visit('/', { replies: { 'GET /dashboard': refusal(401, 'unauthenticated') } })
    await waitFor(() =>
      expect(leaveSession).toHaveBeenCalledWith(
        expect.anything(),
        '/login',
        'Your active session has expired. Please log in.',
        'notice',
      ),
    )
  })

  test('a failure of the server leads to the error page with its reference', async () => {
    const router = await visit('/', { replies: { 'GET /dashboard': refusal(500, 'internal') } })
    expect(await screen.findByText('words of internal')).toBeTruthy()
    expect(screen.getByText('Reference for support: r-7')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/error')
  })

  test.each([
    ['401', 'Error 401: Unauthorized'],
    ['403', 'Error 403: Forbidden'],
    ['404', 'Error 404: Not Found'],
  ])('/%s has its title', async (path, title) => {
    await visit(`/${path}`)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })
})

describe('the frame', () => {
  test('every navigation starts at the top, including Back and another page of a list', async () => {
    const router = await visit('/')
    await screen.findByText('No tests recorded yet')
    expect(window.history.scrollRestoration).toBe('manual')
    const scrolled = vi.spyOn(window, 'scrollTo')
    // The router also scrolls by itself, sometimes, with an object.
    const timesToTop = () => scrolled.mock.calls.filter(([left, top]) => left === 0 && top === 0).length
    await router.navigate({ to: '/eula' })
    await waitFor(() => expect(timesToTop()).toBe(1))
    router.history.back()
    await screen.findByText('No tests recorded yet')
    await waitFor(() => expect(timesToTop()).toBe(2))
    await router.navigate({ to: '/', search: { range: 'today' } })
    await waitFor(() => expect(timesToTop()).toBe(3))
  })

  test('the title names product, environment and page, and focus goes to the heading of the next page', async () => {
    const router = await visit('/', { preferences: { environment: 'qa' } })
    await screen.findByText('No tests recorded yet')
    expect(document.title).toBe('Harbour - qa - Dashboard')
    await router.navigate({ to: '/eula' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(document.title).toBe('Harbour - qa - End User Licence Agreement')
  })

  test('the navigation holds the permitted links, and app badges are for patients and clinicians', async () => {
    const router = await visit('/', { user: aUser('patient') })
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' })
    expect(
      within(navigation)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['My results', 'Tests'])
    await waitFor(() => expect(document.title).toBe('Harbour - My results'))
    expect(screen.queryByRole('link', { name: 'Record Test' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Download on the App Store' }).getAttribute('href')).toBe(
      'https://apps.example/ios',
    )
    await router.navigate({ to: '/own-user' })
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }))
    expect(crumbs.getAllByText('My results')[0]?.getAttribute('href')).toBe('/')
    const isCurrent = (link: HTMLElement) => link.getAttribute('aria-current') === 'page'
    expect(screen.getAllByRole('link').filter(isCurrent)).toEqual([])
  })

  test('a page that belongs to tests is marked there in the navigation', async () => {
    await visit('/imports', { user: aUser('tenant') })
    const navigation = within(await screen.findByRole('navigation', { name: 'Main navigation' }))
    expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Tests')
  })

  test('the navigation and the dashboard say what authorities are still to be told in time', async () => {
    const counts = { overdue: 3, due: 2, incomplete: 0, ready: 5, sending: 0, rejected: 0, rules: [] }
    await visit('/', {
      user: aUser('tenant'),
      replies: {
        'GET /notifications/counts': reply(200, { data: counts }),
        'GET /dashboard': reply(200, { data: aDashboard({ ...someTests, duties: { overdue: 3, due: 2 } }) }),
      },
    })
    const navigation = within(await screen.findByRole('navigation', { name: 'Main navigation' }))
    expect(await navigation.findByRole('link', { name: /^Notifications ?5$/ })).toBeDefined()
    expect(await screen.findByText('3 notifications to authorities are overdue.')).toBeDefined()
    expect(screen.getByText('2 notifications to authorities are due within a day.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'See what is to be told' }).getAttribute('href')).toContain('due=overdue')
  })

  test('a tenant administrator sees no app badges', async () => {
    await visit('/', { user: aUser('tenant') })
    expect((await screen.findAllByRole('link', { name: 'Record Test' })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: 'Download on the App Store' })).toBeNull()
  })

  test('a user sees their own language, even if the browser fetched the user earlier', async () => {
    cachePreferences(somePreferences())
    await loadPreferences()
    const { queries } = makeRouter(createMemoryHistory())
    queries.setQueryData(userQuery.queryKey, aUser('clinical', { lang: 'es' }))
    await requireLogin({ context: { queries }, location: { href: '/', pathname: '/' } })
    expect(document.documentElement.lang).toBe('es-MX')
  })

  test('changing the language changes the texts and the document, and is stored with the user', async () => {
    await visit('/', {
      replies: { 'PUT /users/my-details/lang': reply(200, { data: aUser('clinical', { lang: 'es' }) }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Ana Price' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Español (México)' }))
    expect(await screen.findByText('Aún no hay pruebas registradas')).toBeTruthy()
    expect(document.documentElement.lang).toBe('es-MX')
    const sent = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === 'PUT')
    expect(sent.map(([, init]) => init?.body)).toEqual(['{"lang":"es"}'])
  })
})

test('every figure of the dashboard links to the list behind it', async () => {
  const record = {
    ...listedTest,
    testId: 'HARB-0J2VVENZ',
    subject: { ...listedTest.subject, firstName: 'Zara', lastName: 'Singh' },
  }
  await visit('/?range=custom&from=2026-03-03&to=2026-03-05', {
    replies: { 'GET /dashboard': reply(200, { data: aDashboard({ ...someTests, latest: [record] }) }) },
  })
  const days = '/test-records?range=custom&from=2026-03-03&to=2026-03-05'
  const addressOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await addressOf(/Positive.*37.*8.8% of all tests.*7 more than in the previous period/)).toBe(
    `${days}&result=positive`,
  )
  expect(await addressOf(/^420 tests in this period$/)).toBe(days)
  expect(await addressOf(/^37 of 412 conclusive tests$/)).toBe(`${days}&result=positive%2Cnegative`)
  expect(await addressOf(/^7.3% in the previous period$/)).toBe(
    '/test-records?range=custom&from=2026-02-28&to=2026-03-02&result=positive%2Cnegative',
  )
  // The latest tests load with the part below the figures.
  expect(await addressOf(/HARB-0J2VVENZ.*Zara Singh/)).toContain('/test-records/01998878')
})
