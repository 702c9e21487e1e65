import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ApiToken } from '../../contract/api-tokens/endpoints.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000002'
const secret = `lateral_${'a'.repeat(49)}`
const organisation = { id, name: 'Harbour Care Homes' }

const token: ApiToken = {
  id,
  name: 'Lab bridge',
  state: 'active',
  permissions: ['view-tests', 'create-tests'],
  organisation,
  groups: [{ id, name: 'Ward 1' }],
  lastFour: 'Q7xb',
  madeBy: 'Rosie Atkinson',
  createdAt: '2026-03-01T09:30:00.000Z',
  expiresAt: '2026-05-30T09:30:00.000Z',
  revokedAt: null,
  lastUsedOn: '2026-03-04',
  refusedCalls: 3,
  lastRefusedOn: '2026-03-05',
}

async function open(address: string, replies: Parameters<typeof openPage>[1]['replies'] = {}, list = [token]) {
  return await openPage(address, {
    parts: [import('./tokens-page.tsx'), import('./api-token-form.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /api-tokens': pageOf(list),
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ id, name: 'Ward 1', organisationId: id }]),
      ...replies,
    },
  })
}

test('the list says what each token may do and where, when it ends, and whether it works', async () => {
  const tokens: ApiToken[] = [
    token,
    { ...token, id: `${id.slice(0, -1)}3`, name: 'Paused', state: 'maker-left', lastUsedOn: null },
    { ...token, id: `${id.slice(0, -1)}4`, name: 'Over', state: 'revoked', revokedAt: '2026-03-03T09:30:00.000Z' },
    { ...token, id: `${id.slice(0, -1)}5`, name: 'Old', state: 'expired', organisation: null, groups: [] },
  ]
  await open('/own-tenant/tokens', {}, tokens)
  const [active, paused, over, old] = await screen
    .findAllByRole('listitem')
    .then((items) =>
      ['Lab bridge', 'Paused', 'Over', 'Old'].map((name) =>
        items.find((item) => within(item).queryAllByText(name).length > 0),
      ),
    )
  for (const words of [
    'Active',
    'See tests, Record tests',
    'Harbour Care Homes, Ward 1',
    'Expires on 30/05/2026',
    'Last used on 04/03/2026',
    '3 calls were refused, the last on 05/03/2026',
    'Made on 01/03/2026 by Rosie Atkinson',
    'Ends in Q7xb',
  ]) {
    expect(active?.textContent).toContain(words)
  }
  expect(paused?.textContent).toContain('Whoever made it is no longer an administrator who may log in.')
  expect(paused?.textContent).toContain('Never used')
  expect(over?.textContent).toContain('Revoked on 03/03/2026')
  expect(old?.textContent).toContain('Expired on 30/05/2026')
  expect(old?.textContent).toContain('The whole tenant')
  const names = screen.getAllByRole('button', { name: /^Revoke / }).map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Revoke Lab bridge', 'Revoke Paused'])
})

test('a token is revoked after a question, and the focus goes to the title because its button disappears', async () => {
  const { fetched } = await open('/own-tenant/tokens', {
    'GET /api-tokens': [pageOf([token]), pageOf([{ ...token, state: 'revoked' }])],
    [`PUT /api-tokens/${id}/revoke`]: reply(200, { data: { ...token, state: 'revoked' } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Lab bridge' }))
  const question = screen.getByRole('dialog', { name: 'Revoke Lab bridge?' })
  expect(called(fetched, 'PUT', `/api-tokens/${id}/revoke`)).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(currentMessages().map(({ text }) => text)).toEqual(['Lab bridge was revoked']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tokens' })))
})

async function fillIn(): Promise<HTMLElement> {
  const form = await screen.findByRole('form', { name: 'New token' })
  await userEvent.type(within(form).getByLabelText('Name'), 'Lab bridge')
  await userEvent.click(within(form).getByRole('checkbox', { name: 'See tests' }))
  return form
}

test('the form asks for what a token may do and where, before anything is sent', async () => {
  const { fetched } = await open('/own-tenant/tokens/new')
  const form = await screen.findByRole('form', { name: 'New token' })
  await userEvent.click(within(form).getByRole('radio', { name: 'In one organisation' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Make the token' }))
  expect(await within(form).findByText('Choose what it may do')).toBeDefined()
  expect(within(form).getByText('Name is required')).toBeDefined()
  expect(within(form).getByText('Organisation is required')).toBeDefined()
  expect(called(fetched, 'POST', '/api-tokens')).toEqual([])
})

test('the form offers no more than its user may do, and the audit trail only for the whole tenant', async () => {
  const permissions = aUser('tenant').permissions.filter((permission) => permission !== 'export-tests')
  await open('/own-tenant/tokens/new', {
    'GET /users/my-details': reply(200, { data: aUser('tenant', { permissions }) }),
  })
  const form = await screen.findByRole('form', { name: 'New token' })
  expect(within(form).queryByRole('checkbox', { name: 'Export tests' })).toBeNull()
  expect(within(form).getByRole('checkbox', { name: 'See the audit trail' })).toBeDefined()
  await userEvent.click(within(form).getByRole('radio', { name: 'In one organisation' }))
  expect(within(form).queryByRole('checkbox', { name: 'See the audit trail' })).toBeNull()
})

test('the secret is shown once, stays through Escape, and is gone with its dialog', async () => {
  const { fetched, router } = await open('/own-tenant/tokens/new', {
    'POST /api-tokens': reply(201, { data: { ...token, secret } }),
  })
  const form = await fillIn()
  await userEvent.click(within(form).getByRole('button', { name: 'Make the token' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy the token now' })
  expect(sentBody(fetched, '/api-tokens')).toEqual({
    name: 'Lab bridge',
    permissions: ['view-tests'],
    organisationId: null,
    groupIds: [],
    days: 90,
  })
  const shown = within(dialog).getByLabelText<HTMLTextAreaElement>('Token')
  expect(shown.value).toBe(secret)
  fireEvent.keyDown(shown, { key: 'Escape' })
  fireEvent(dialog, new Event('cancel', { bubbles: true, cancelable: true }))
  // A navigation that is refused never settles.
  void router.navigate({ to: '/own-tenant/tokens' })
  await waitFor(() => expect(router.state.status).toBe('idle'))
  expect(router.state.location.pathname).toBe('/own-tenant/tokens/new')
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Token').value).toBe(secret)

  // A page without https has no clipboard. Other tests may have left one.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy' }))
  expect(await within(dialog).findByText(/did not allow copying/)).toBeDefined()
  Reflect.deleteProperty(navigator, 'clipboard')
  await userEvent.click(within(dialog).getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/own-tenant/tokens'))
  await waitFor(() => expect(router.state.status).toBe('idle'))
  expect(document.body.innerHTML).not.toContain(secret)
})

test('what was typed stays after a failure', async () => {
  await open('/own-tenant/tokens/new', { 'POST /api-tokens': refusal(500, 'internal') })
  const form = await fillIn()
  await userEvent.click(within(form).getByRole('button', { name: 'Make the token' }))
  expect(await within(form).findByText(/What you typed is still here/)).toBeDefined()
  expect(within(form).getByLabelText<HTMLInputElement>('Name').value).toBe('Lab bridge')
})
