import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeliveriesOfRecord, Delivery } from '../../contract/deliveries/endpoints.ts'
import type { User } from '../../contract/own-account/user.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { defaultPermissions } from '../../contract/permissions/permissions.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply } from '../testing/replies.ts'
import { detailsOf, listedTest } from '../testing/test-records.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const record = detailsOf(listedTest)
const { id } = record
const delivery: Delivery = {
  id,
  channel: 'email',
  reason: 'asked',
  state: 'sent',
  endedBecause: null,
  sentBy: 'Nia Nurse',
  sentAt: '2026-03-05T10:00:00.000Z',
  expiresAt: '2026-03-15T10:00:00.000Z',
  openedAt: null,
  isToGuardian: false,
}
const none: DeliveriesOfRecord = {
  deliveries: [],
  guardian: null,
  obstacles: { email: null, text: 'subjectWithoutMobile' },
}
const sent = (changes: Partial<Delivery> = {}) => ({ ...none, deliveries: [{ ...delivery, ...changes }] })

function open(
  deliveries: DeliveriesOfRecord | DeliveriesOfRecord[],
  {
    type = 'group',
    user = {},
    changes = {},
    replies = {},
  }: { type?: UserType; user?: Partial<User>; changes?: Partial<TestRecord>; replies?: object } = {},
) {
  return openPage(`/test-records/${id}`, {
    user: aUser(type, user),
    replies: {
      'GET /organisations': pageOf([]),
      'GET /groups': pageOf([]),
      'GET /test-records': pageOf([]),
      [`GET /test-records/${id}/deliveries`]: [deliveries].flat().map((data) => reply(200, { data })),
      [`GET /test-records/${id}`]: reply(200, { data: { ...record, ...changes } }),
      ...replies,
    },
    parts: [
      import('./deliveries.tsx'),
      import('./print-record.tsx').then(async ({ SheetOnPaper }) => SheetOnPaper.preload()),
    ],
  })
}

const section = () => screen.findByRole('region', { name: 'Send to the person' })

test('a result is sent by email, and by text only if a mobile number is known', async () => {
  const { fetched } = await open([none, sent()], {
    replies: { [`POST /test-records/${id}/deliveries`]: reply(201, { data: sent() }) },
  })
  const part = within(await section())
  expect(await part.findByText(/^No mobile number that accepts text messages is known/)).toBeTruthy()
  expect(part.getByRole('button', { name: 'Send by text message' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Send result' }))
  expect(document.activeElement?.textContent).toBe('Send to the person')
  await userEvent.click(part.getByRole('button', { name: 'Send by email' }))
  await expect.poll(() => currentMessages().at(-1)?.text).toBe('Result sent')
  const [[, init]] = called(fetched, 'POST', '/deliveries') as [[string, RequestInit]]
  expect(init.body).toBe('{"channel":"email"}')
  expect(await part.findByText('Not opened yet')).toBeTruthy()
  expect(part.getByText(/Sent by Nia Nurse/)).toBeTruthy()
})

test('a send whose reply was lost is repeated under its key, and the next send has another key', async () => {
  const done = reply(201, { data: sent() })
  const { fetched } = await open(none, {
    replies: { [`POST /test-records/${id}/deliveries`]: [new TypeError('lost'), reply(200, { data: sent() }), done] },
  })
  const button = await within(await section()).findByRole('button', { name: 'Send by email' })
  const keys = () =>
    called(fetched, 'POST', '/deliveries').map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  for (const tries of [1, 2, 3]) {
    await userEvent.click(button)
    await expect.poll(() => [keys().length, button.getAttribute('aria-busy')]).toEqual([tries, null])
  }
  const [first, second, third] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([second, third === first]).toEqual([first, false])
})

test.each([
  ['locked', {}, /entered 10 times/],
  ['opened', { openedAt: '2026-03-06T08:00:00.000Z' }, /Opened 06\/03\/2026/],
] as const)('a delivery that is %s says so', async (state, changes, words) => {
  await open(sent({ state, ...changes }))
  expect(await within(await section()).findByText(words)).toBeTruthy()
})

test('a link that ended because the email changed says so, and the result can be sent again from there', async () => {
  const [old, ended] = [
    { ...delivery, id: `${id}-old`, state: 'ended', endedBecause: 'replaced' },
    { ...delivery, state: 'ended', endedBecause: 'address-changed' },
  ] as const
  const { fetched } = await open(
    { ...none, deliveries: [ended, old] },
    { replies: { [`POST /test-records/${id}/deliveries`]: reply(201, { data: sent() }) } },
  )
  const part = within(await section())
  await part.findByText(/Their email has changed since/)
  part.getByText(/A newer link has taken its place/)
  await userEvent.click(part.getByRole('button', { name: 'Send again: Email' }))
  await expect.poll(() => currentMessages().at(-1)?.text).toBe('Result sent')
  expect(called(fetched, 'POST', '/deliveries')).toHaveLength(1)
})

const readers = defaultPermissions.group.filter((one) => one !== 'create-tests' && one !== 'correct-tests')

test.each<[string, Parameters<typeof open>[1]]>([
  ['people who may not send', { user: { permissions: readers } }],
  ['anybody, of a voided test,', { changes: { state: 'voided' } }],
])('%s see what was sent, and cannot send it', async (_, options) => {
  await open(sent(), { ...options, replies: { [`GET /test-records/${id}/history`]: pageOf([]) } })
  expect(await within(await section()).findByText('Not opened yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

test('a failed load is said, and nothing can be sent', async () => {
  await open(none, { replies: { [`GET /test-records/${id}/deliveries`]: new TypeError('Failed to fetch') } })
  expect(await within(await section()).findByText(/^What was sent could not be loaded/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send by/ })).toBeNull()
})

test('a refusal is said', async () => {
  await open(none, { replies: { [`POST /test-records/${id}/deliveries`]: refusal(429, 'too-many-attempts') } })
  await userEvent.click(await within(await section()).findByRole('button', { name: 'Send by email' }))
  await expect.poll(() => currentMessages().at(-1)?.tone).toBe('danger')
})
