import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TenantFacts } from '../../contract/operator/endpoints.ts'
import type { Organisation } from '../../contract/organisations/endpoints.ts'
import { aUser, called, pageOf, refusal, reply } from '../testing/replies.ts'
import { openPage } from '../testing/open-page.tsx'
import { expectTypedToStay } from '../testing/saved-meanwhile.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000009'
const otherId = '01998878-2800-7000-8000-000000000010'
const lost = new TypeError('Failed to fetch')

/** Every panel that changes a stored row: its address, the row's path, the user type and the code. */
const panels = [
  [
    `/organisations/${id}/edit`,
    `/organisations/${id}`,
    'tenant',
    () => import('../organisations/organisation-form.tsx'),
  ],
  [`/groups/${id}/edit`, `/groups/${id}`, 'tenant', () => import('../groups/group-form.tsx')],
  [`/users/${id}/edit`, `/users/${id}`, 'tenant', () => import('../users/edit-user-form.tsx')],
  [`/subjects/${id}/edit`, `/subjects/${id}`, 'tenant', () => import('../subjects/subject-form.tsx')],
  [`/assays/${id}/edit`, `/assays/${id}`, 'tenant', () => import('../assays/assay-form.tsx')],
  [
    `/test-records/${id}/correct`,
    `/test-records/${id}`,
    'tenant',
    () => import('../test-records/changing/correct-form.tsx'),
  ],
  [`/test-records/${id}/void`, `/test-records/${id}`, 'tenant', () => import('../test-records/changing/void-form.tsx')],
  [
    `/test-records/${id}/settle`,
    `/test-records/${id}`,
    'tenant',
    () => import('../test-records/second-reading/settle-form.tsx'),
  ],
  [`/subjects/${id}/merge`, `/subjects/${id}`, 'tenant', () => import('../subjects/merge-search.tsx')],
  [`/subjects/${id}/merge/${otherId}`, `/subjects/${id}`, 'tenant', () => import('../subjects/merge-panel.tsx')],
  [`/in-progress/${id}/read`, `/test-runs/${id}`, 'clinical', () => import('../test-records/running/read-run.tsx')],
  [`/in-progress/${id}/cancel`, `/test-runs/${id}`, 'clinical', () => import('../test-records/running/cancel-run.tsx')],
  [`/tenants/${id}/suspend`, `/tenants/${id}/facts`, 'unlimited', () => import('../operator/suspension-form.tsx')],
  [`/tenants/${id}/enter`, `/tenants/${id}/facts`, 'unlimited', () => import('../operator/entry-form.tsx')],
] as const

test.each(panels)('%s says so when its row cannot be loaded, and tries again', async (address, row, userType, part) => {
  const { fetched } = await openPage(address, {
    user: aUser(userType),
    parts: [part()],
    replies: Object.fromEntries([
      ...['/organisations', '/groups', '/users', '/subjects', '/assays', '/test-records', '/tenants'].map((list) => [
        `GET ${list}`,
        pageOf([]),
      ]),
      [`GET ${row}`, lost],
    ]),
  })
  const words = await screen.findByText('This could not be loaded', undefined, { timeout: 20_000 })
  // In jsdom a panel's dialog does not count as open, so its content counts as hidden.
  const panel = words.closest('dialog')
  if (panel === null) throw new Error('The words are in no panel')
  const before = called(fetched, 'GET', row).length
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again', hidden: true }))
  await expect.poll(() => called(fetched, 'GET', row).length).toBeGreaterThan(before)
})

const homes: Organisation = {
  id,
  name: 'Harbour Care Homes',
  description: null,
  location: null,
  phone: null,
  npi: null,
  address: null,
  status: 'active',
  openSessions: 0,
  figures: null,
  version: 4,
}
const stored = reply(200, { data: homes })
const gone = refusal(404, 'not-found')

async function openEdit(replies: Parameters<typeof openPage>[1]['replies']) {
  const opened = await openPage(`/organisations/${id}/edit`, {
    user: aUser('tenant'),
    parts: [
      import('../organisations/organisations-page.tsx'),
      import('../organisations/organisation-page.tsx'),
      import('../organisations/organisation-form.tsx'),
    ],
    replies: {
      ...Object.fromEntries(
        ['/organisations', '/groups', '/users', '/test-records', `/organisations/${id}/history`].map((list) => [
          `GET ${list}`,
          pageOf([]),
        ]),
      ),
      [`GET /organisations/${id}`]: stored,
      ...replies,
    },
  })
  const form = await screen.findByRole('form', undefined, { timeout: 20_000 })
  const name = within(form).getByLabelText<HTMLInputElement>('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Harbour Homes')
  return { ...opened, form, name }
}

/** Comes back to the page's tab, which fetches again what is shown, until something is seen. */
async function comeBackUntil(words: string) {
  const isSeen = async () => {
    await act(async () => window.dispatchEvent(new Event('visibilitychange')))
    return screen.queryByText(words) !== null
  }
  await expect.poll(isSeen).toBe(true)
}

test('a row that is gone while its form is open is said, and what was typed stays', async () => {
  const { router, name } = await openEdit({ [`GET /organisations/${id}`]: [stored, stored, gone] })
  await comeBackUntil('This is no longer there')
  expect(name.isConnected && name.value).toBe('Harbour Homes')
  expect(router.state.location.pathname).toBe(`/organisations/${id}/edit`)
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})

test('a row that is gone when it is saved is said once, with a way back that asks before typed text is lost', async () => {
  const { form, name } = await openEdit({ [`PUT /organisations/${id}`]: gone })
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
  const title = await screen.findByText('This is no longer there')
  expect(screen.getAllByText(/What you typed is still here/)).toHaveLength(1)
  expect(document.activeElement?.contains(title)).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Back to the list', hidden: true }))
  expect(await screen.findByText('Leave without saving?')).toBeTruthy()
  expect(name.value).toBe('Harbour Homes')
})

test('a tenant that was changed meanwhile is shown before it is suspended, and what was typed stays', async () => {
  const facts: TenantFacts = {
    id,
    name: 'Harbour Health',
    slug: 'harbour',
    status: 'active',
    productName: null,
    figures: { users: 12, organisations: 2, tests: 40 },
    createdAt: '2026-03-05T09:30:00.000Z',
    statusDetails: null,
    kind: 'human',
    defaultLanguage: 'en_GB',
    countries: ['GB'],
    entryWay: { mayEnter: true, request: null },
    openSessions: 3,
    version: 4,
  }
  const { fetched } = await openPage(`/tenants/${id}/suspend`, {
    user: aUser('unlimited'),
    parts: [import('../operator/suspension-form.tsx')],
    replies: {
      'GET /tenants': pageOf([]),
      [`GET /tenants/${id}/history`]: pageOf([]),
      [`GET /tenants/${id}/facts`]: [
        reply(200, { data: facts }),
        reply(200, { data: { ...facts, openSessions: 7, version: 5 } }),
      ],
      [`PUT /tenants/${id}/suspend`]: [
        refusal(412, 'stale-version'),
        reply(200, { data: { ...facts, status: 'suspended', version: 6 } }),
      ],
    },
  })
  const form = within(await screen.findByRole('form', undefined, { timeout: 20_000 }))
  const details = form.getByRole<HTMLTextAreaElement>('textbox', { hidden: true })
  await userEvent.type(details, 'Unpaid')
  const suspend = form.getByRole('button', { name: 'Suspend Harbour Health', hidden: true })
  await userEvent.click(suspend)
  expect(await form.findByText('This has changed in the meantime')).toBeTruthy()
  expect(form.getByText(/then choose “Suspend Harbour Health” again/)).toBeTruthy()
  expect(form.getByText(/7/)).toBeTruthy()
  expect(details.value).toBe('Unpaid')
  await userEvent.click(suspend)
  await expect.poll(() => currentMessages().map(({ text }) => text)).toContain('Tenant suspended')
  const versions = called(fetched, 'PUT', '/suspend').map(([, init]) => new Headers(init?.headers).get('If-Match'))
  expect(versions).toEqual(['"4"', '"5"'])
})

test('what is typed into an organisation that a colleague saves first stays, and is stored with what they changed', async () => {
  const { fetched } = await openEdit({})
  await expectTypedToStay(fetched, `/organisations/${id}`, homes, { location: 'Romsey' })
})
