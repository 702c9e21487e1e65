import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import type { FirstSteps } from '../../contract/dashboard/first-steps.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { aDashboard, loadDashboard } from '../testing/dashboard-parts.ts'
import { openAt } from '../testing/open.tsx'
import { answer, aUser, called, reply, somePreferences } from '../testing/replies.ts'
import { animals } from '../testing/subjects.tsx'
import { listedTest } from '../testing/test-records.ts'
import { setLocale } from '../ui/phrases.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const earlier: TestRecordListItem = {
  ...listedTest,
  id: '01998878-2800-7000-8000-000000000006',
  result: 'inconclusive',
  performedAt: '2026-02-05T09:30:00.000Z',
}

beforeAll(() => Promise.all([loadDashboard(), import('./first-steps.tsx')]))

let fetched: ReturnType<typeof answer>

async function openAs(
  type: UserType,
  records = [listedTest, earlier],
  user = aUser(type),
  firstSteps: FirstSteps | null = null,
  preferences?: Parameters<typeof somePreferences>[0],
): Promise<HTMLElement> {
  const counts = { positive: 0, negative: 2, inconclusive: 1, invalid: 0 }
  fetched = answer({
    'GET /get-site-preferences': reply(200, { data: somePreferences(preferences) }),
    'GET /users/my-details': reply(200, { data: user }),
    'GET /dashboard': reply(200, {
      data: aDashboard({
        counts,
        latest: records,
        meaning: 'Nothing was found.',
        phone: '+44 20 7946 0110',
        differing: type === 'group' ? 2 : null,
        outbreaks: type === 'group' ? 1 : null,
        duties: type === 'group' ? { overdue: 3, due: 0 } : null,
        firstSteps,
      }),
    }),
    'GET /test-records/draft': reply(200, { data: null }),
    'PUT /dashboard/first-steps/hide': reply(204),
  })
  document.cookie = 'XSRF-TOKEN=token'
  await loadPreferences()
  await setLocale('en_GB')
  openAt('/')
  const first = records.length === 0 ? /Next steps|No tests recorded yet/ : 'Positivity'
  await screen.findByRole('heading', { name: type === 'patient' ? 'Your latest result' : first })
  return screen.getByRole('main')
}

test('a latest test that is held back has words for the paper in place of its result', async () => {
  const held = { ...earlier, testId: 'HARB-HELDBACK', isHeldBack: true } as const
  await openAs('tenant', [listedTest, held])
  const rowOf = async (testId: string) => (await screen.findByText(testId)).closest('li')
  expect((await rowOf(held.testId))?.querySelector('[data-held-back]')?.textContent).toBe('Inconclusive')
  expect((await rowOf(held.testId))?.textContent).toContain('This result is held back and is not printed')
  expect((await rowOf(listedTest.testId))?.textContent).not.toContain('held back')
})

test('a patient sees their latest result in words, and no figures of a place', async () => {
  const main = within(await openAs('patient'))
  expect(main.getByRole('heading', { level: 1, name: 'My results' })).toBeDefined()
  expect(main.getByText('Your test was negative.')).toBeDefined()
  expect(main.getByText('Nothing was found.')).toBeDefined()
  expect(main.getByRole('heading', { name: 'What to do next' })).toBeDefined()
  expect(main.getByText('Call Ward 1:')).toBeDefined()
  expect(main.getByRole('link', { name: '+44 20 7946 0110' }).getAttribute('href')).toBe('tel:+442079460110')
  expect(main.getByText(`Test ID: ${listedTest.testId}`)).toBeDefined()
  const rows = within(main.getByRole('list', { name: 'Your results' })).getAllByRole('link')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Negative.*Rapid/),
    expect.stringMatching(/^Inconclusive.*Rapid/),
  ])
  expect(main.getByText('Ward 1, Ward 1', { exact: false })).toBeDefined()
  expect(main.getByRole('link', { name: 'See all your 3 results' })).toBeDefined()
  expect(main.queryByText(/positivity|%|in this period/i)).toBeNull()
})

test('a patient’s latest result shows when it was corrected, and a single result makes no list', async () => {
  const main = within(await openAs('patient', [{ ...listedTest, state: 'corrected' }]))
  expect(main.getByText(/was corrected/)).toBeDefined()
  expect(main.queryByRole('list', { name: 'Your results' })).toBeNull()
})

test('a person who tests sees the figures of their place', async () => {
  const main = within(await openAs('group'))
  expect(await main.findByRole('heading', { name: 'Latest tests' })).toBeDefined()
  expect(main.getByRole('link', { name: '3 tests in this period' })).toBeDefined()
  expect(main.getByText('In 2 tests the readings differ.')).toBeDefined()
  expect(main.getByRole('link', { name: 'Open and settle' }).getAttribute('href')).toBe(
    '/test-records?second_reading=differ',
  )
  expect(main.getByRole('heading', { name: 'Positivity' })).toBeDefined()
})

test('nobody is told of readings that differ who may not settle them', async () => {
  const main = within(await openAs('clinical'))
  expect(await main.findByRole('heading', { name: 'Latest tests' })).toBeDefined()
  expect(main.queryByText(/readings differ/)).toBeNull()
})

test.each([
  ['a patient', aUser('patient')],
  ['who may not view tests', aUser('group', { permissions: ['login-dashboard'] })],
])('%s sees no notice about lots, and nothing requests them', async (_, user) => {
  const main = within(await openAs(user.userType.name, [listedTest, earlier], user))
  expect(main.queryByRole('region', { name: 'Lots that stand out' })).toBeNull()
  expect(called(fetched, 'GET', '/dashboard/lots')).toEqual([])
})

const begun: FirstSteps = [
  { step: 'brand', isDone: true },
  { step: 'colleagues', isDone: false },
  { step: 'test', isDone: false },
]

test('an empty tenant is guided through its next steps, without a notice about lots', async () => {
  const main = within(await openAs('tenant', [], aUser('tenant'), begun))
  const region = main.getByRole('region', { name: 'Next steps' })
  expect(main.getAllByRole('region')[0], 'what stands above the filters').toBe(region)
  const steps = within(region)
  expect(steps.getByText(/^1 of 3 done/)).toBeDefined()
  expect(
    steps.getAllByRole('listitem').map((step) => within(step).getByRole('img').getAttribute('aria-label')),
  ).toEqual(['Done', 'Not done yet', 'Not done yet'])
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/own-tenant/branding',
    '/users/new',
    '/create-test',
    '/imports/new',
  ])
  expect(main.queryByText(/Lots are compared/)).toBeNull()
  expect(main.queryByRole('heading', { name: 'No tests recorded yet' })).toBeNull()
})

test('an empty tenant of animals is not led to imports, which bring people', async () => {
  const main = within(await openAs('tenant', [], aUser('tenant'), begun, { subjects: animals }))
  const region = within(main.getByRole('region', { name: 'Next steps' }))
  expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/imports/new')
  expect(region.queryByText(/SimpleReport/)).toBeNull()
})

test('the next steps can be hidden, with a confirming message', async () => {
  const main = within(await openAs('tenant', [listedTest], aUser('tenant'), begun))
  await userEvent.click(await main.findByRole('button', { name: 'Hide this list' }))
  await waitFor(() => expect(currentMessages().at(-1)?.text).toBe('The list of next steps is hidden'))
  expect(called(fetched, 'PUT', '/dashboard/first-steps/hide')).toHaveLength(1)
})

test('without next steps an empty place says that no tests were recorded', async () => {
  const main = within(await openAs('clinical', []))
  expect(main.getByRole('heading', { name: 'No tests recorded yet' })).toBeDefined()
  expect(main.queryByText(/Lots are compared/)).toBeNull()
})
