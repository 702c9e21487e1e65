import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Webhook, WebhookAttempt } from '../../contract/webhooks/endpoints.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000002'
const secret = `whsec_${'a'.repeat(43)}=`

const webhook: Webhook = {
  id,
  url: 'https://hooks.example.org/lateral',
  kinds: ['test_record.recorded', 'subject.merged'],
  withContent: false,
  state: 'active',
  pausedBecause: null,
  failingSince: null,
  nextTryAt: null,
  formerUntil: null,
  lastDeliveredAt: '2026-03-04T09:30:00.000Z',
  madeBy: 'Rosie Atkinson',
  createdAt: '2026-03-01T09:30:00.000Z',
  revokedAt: null,
}

const attempt: WebhookAttempt = {
  id: '01998878-2800-7000-8000-000000000009',
  kind: 'test_record.recorded',
  messageId: 'evt_1',
  triedAt: '2026-03-04T09:30:00.000Z',
  isByHand: false,
  isDelivered: false,
  status: 503,
  problem: null,
  milliseconds: 41,
  body: '{"type":"test_record.recorded"}',
  answer: 'Try later',
}

async function open(address: string, replies: Parameters<typeof openPage>[1]['replies'] = {}, list = [webhook]) {
  return await openPage(address, {
    parts: [import('./webhooks-page.tsx'), import('./webhook-form.tsx'), import('./webhook-page.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /webhooks': pageOf(list),
      [`GET /webhooks/${id}`]: reply(200, { data: list[0] }),
      [`GET /webhooks/${id}/attempts`]: pageOf([attempt]),
      ...replies,
    },
  })
}

const messages = () => currentMessages().map(({ text, tone }) => [text, tone])

test('the list says where each webhook sends what, and why it does not', async () => {
  const others: Webhook[] = [
    webhook,
    { ...webhook, id: `${id.slice(0, -1)}3`, url: 'https://a.example.org/', state: 'paused', pausedBecause: 'failing' },
    { ...webhook, id: `${id.slice(0, -1)}4`, url: 'https://b.example.org/', state: 'paused', pausedBecause: 'secret' },
    { ...webhook, id: `${id.slice(0, -1)}5`, url: 'https://c.example.org/', state: 'ended' },
    {
      ...webhook,
      id: `${id.slice(0, -1)}6`,
      url: 'https://d.example.org/',
      state: 'failing',
      failingSince: '2026-03-04T09:30:00.000Z',
      nextTryAt: '2026-03-04T10:30:00.000Z',
    },
  ]
  await open('/own-tenant/webhooks', {}, others)
  const link = await screen.findByRole('link', { name: 'https://hooks.example.org/lateral' })
  expect(link.getAttribute('href')).toBe(`/own-tenant/webhooks/${id}`)
  const [active, paused, unreadable, ended, failing] = screen
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.includes('https://'))
    .map((item) => item.textContent)
  expect(active).toContain('Active')
  expect(active).toContain('Test recorded, Subjects merged')
  expect(active).toContain('IDs only')
  expect(active).toContain('Made on 01/03/2026 by Rosie Atkinson')
  expect(paused).toContain('All tries failed, for three days.')
  expect(unreadable).toContain('Its secret cannot be read on this installation.')
  expect(ended).toContain('The receiver answered that it is gone.')
  expect(failing).toContain('It has failed since 04/03/2026')
})

async function fillIn(): Promise<HTMLElement> {
  const form = await screen.findByRole('form', { name: 'New webhook' })
  await userEvent.type(within(form).getByLabelText('Address'), 'https://hooks.example.org/lateral')
  await userEvent.click(within(form).getByRole('checkbox', { name: 'Test recorded' }))
  return form
}

test('the form asks for an address over https and what it tells of, before anything is sent', async () => {
  const { fetched } = await open('/own-tenant/webhooks/new')
  const form = await screen.findByRole('form', { name: 'New webhook' })
  await userEvent.type(within(form).getByLabelText('Address'), 'http://hooks.example.org')
  await userEvent.click(within(form).getByRole('button', { name: 'Make the webhook' }))
  expect(await within(form).findByText('Enter a web address that begins with https://')).toBeDefined()
  expect(within(form).getByText('Choose what it tells of')).toBeDefined()
  expect(called(fetched, 'POST', '/webhooks')).toEqual([])
})

test('the secret of a new webhook is shown once, and is gone with its dialog', async () => {
  const { fetched, router } = await open('/own-tenant/webhooks/new', {
    'POST /webhooks': reply(201, { data: { ...webhook, secret } }),
  })
  const form = await fillIn()
  await userEvent.click(within(form).getByRole('checkbox', { name: /^Also the result of each test/ }))
  await userEvent.click(within(form).getByRole('button', { name: 'Make the webhook' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy the secret now' })
  expect(sentBody(fetched, '/webhooks')).toEqual({
    url: 'https://hooks.example.org/lateral',
    kinds: ['test_record.recorded'],
    withContent: true,
  })
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Secret').value).toBe(secret)
  await userEvent.click(within(dialog).getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/own-tenant/webhooks'))
  await waitFor(() => expect(router.state.status).toBe('idle'))
  expect(document.body.innerHTML).not.toContain(secret)
})

test('what was typed stays after a failure, and a refused address is told at its field', async () => {
  const errors = { url: ['Nothing is sent to this address'] }
  await open('/own-tenant/webhooks/new', {
    'POST /webhooks': [refusal(500, 'internal'), refusal(422, 'validation', { errors })],
  })
  const form = await fillIn()
  await userEvent.click(within(form).getByRole('button', { name: 'Make the webhook' }))
  expect(await within(form).findByText(/What you typed is still here/)).toBeDefined()
  const address = within(form).getByLabelText<HTMLInputElement>('Address')
  expect(address.value).toBe('https://hooks.example.org/lateral')
  await userEvent.click(within(form).getByRole('button', { name: 'Make the webhook' }))
  const words = await within(form).findByText('Nothing is sent to this address')
  expect(address.getAttribute('aria-describedby')?.split(' ')).toContain(words.parentElement?.id)
})

test('the page of a webhook shows what was sent with each answer, and sends it again', async () => {
  const { fetched } = await open(`/own-tenant/webhooks/${id}`, {
    [`PUT /webhook-attempts/${attempt.id}/resend`]: reply(200, {
      data: { ...attempt, isDelivered: true, status: 204 },
    }),
  })
  const row = (await screen.findByText('Not delivered')).closest('li')
  const { host } = new URL(webhook.url)
  expect(screen.getByRole('heading', { level: 1, name: host })).toBeTruthy()
  for (const words of [
    'Test recorded',
    'Answered with status 503',
    '41 ms',
    '{"type":"test_record.recorded"}',
    'Try later',
  ]) {
    expect(row?.textContent).toContain(words)
  }
  await userEvent.click(screen.getByRole('button', { name: /^Send again what was sent at/ }))
  await waitFor(() => expect(messages()).toEqual([['The message arrived', 'success']]))
  expect(called(fetched, 'PUT', `/webhook-attempts/${attempt.id}/resend`)).toHaveLength(1)
})

test.each([
  [true, ['The test message arrived', 'success']],
  [false, ['The test message did not arrive', 'danger']],
])('a test says whether it arrived: %s', async (isDelivered, said) => {
  await open(`/own-tenant/webhooks/${id}`, {
    [`PUT /webhooks/${id}/test`]: reply(200, {
      data: { ...attempt, kind: 'webhook.test', isByHand: true, isDelivered },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test message' }))
  await waitFor(() => expect(messages()).toEqual([said]))
})

test('a secret is renewed after a question, and the new one shown', async () => {
  await open(`/own-tenant/webhooks/${id}`, {
    [`PUT /webhooks/${id}/rotate`]: reply(200, { data: { ...webhook, secret } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Renew the secret' }))
  const question = screen.getByRole('dialog', { name: 'Renew the secret?' })
  expect(question.textContent).toContain('For 24 hours, everything is signed with both secrets')
  await userEvent.click(within(question).getByRole('button', { name: 'Renew the secret' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy the secret now' })
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Secret').value).toBe(secret)
  await userEvent.click(within(dialog).getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(document.body.innerHTML).not.toContain(secret))
})

test('a paused webhook is resumed', async () => {
  const paused: Webhook = { ...webhook, state: 'paused', pausedBecause: 'failing' }
  const { fetched } = await open(
    `/own-tenant/webhooks/${id}`,
    { [`PUT /webhooks/${id}/resume`]: reply(200, { data: webhook }) },
    [paused],
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(called(fetched, 'PUT', `/webhooks/${id}/resume`)).toHaveLength(1))
})

test('a webhook is revoked after a question, and then offers nothing more', async () => {
  const revoked: Webhook = { ...webhook, state: 'revoked', revokedAt: '2026-03-05T09:30:00.000Z' }
  await open(`/own-tenant/webhooks/${id}`, {
    [`GET /webhooks/${id}`]: [reply(200, { data: webhook }), reply(200, { data: revoked })],
    [`PUT /webhooks/${id}/revoke`]: reply(200, { data: revoked }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  const question = screen.getByRole('dialog', { name: 'Revoke this webhook?' })
  expect(question.textContent).toContain('Nothing more is sent to https://hooks.example.org/lateral.')
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(messages()).toEqual([['The webhook was revoked', 'success']]))
  expect(await screen.findByText('Revoked on 05/03/2026')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Send|Renew|Revoke/ })).toBeNull()
})
