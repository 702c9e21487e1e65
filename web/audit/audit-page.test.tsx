import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { AuditChain, AuditEventDetail, AuditEventItem } from '../../contract/audit/endpoints.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { type answer, aUser, called, pageOf, refusal, reply } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'

const id = '01998878-2800-7000-8000-000000000009'
const actor = {
  id: '01998878-2800-7000-8000-00000000000a',
  name: 'Rosie Atkinson',
  isOperator: false,
  isMachine: false,
}
const suspended: AuditEventItem = {
  id,
  at: '2026-03-05T09:30:00.000Z',
  actor,
  action: 'user.changed',
  outcome: 'done',
  resource: { type: 'user', id, name: 'Nora Quill' },
}
const broken: AuditEventItem = {
  id: '01998878-2800-7000-8000-00000000000b',
  at: '2026-03-05T09:31:00.000Z',
  actor: null,
  action: 'audit.chain-broken',
  outcome: 'done',
  resource: null,
}
const refused = { ...suspended, id: '01998878-2800-7000-8000-00000000000c', actor: null, outcome: 'refused' as const }
const detail: AuditEventDetail = {
  ...suspended,
  requestId: 'req-7',
  position: 1234,
  changes: [
    { field: 'userType', from: 'clinical', to: 'provider', isHidden: false },
    { field: 'groupIds', from: [], to: [actor.id], isHidden: false },
    { field: 'fullName', from: null, to: null, isHidden: true },
  ],
  facts: [{ field: 'reason', value: 'wrong-person' }],
  names: [{ id: actor.id, name: 'Ward 1' }],
}
const verified: AuditChain = { verified: { position: 1234, at: new Date().toISOString() }, alarm: null }
afterEach(() => handleFailures(undefined))

async function open(address: string, replies: Parameters<typeof answer>[0] = {}) {
  return await openPage(address, {
    user: aUser('tenant'),
    parts: [import('./audit-page.tsx'), import('./audit-event-page.tsx')],
    replies: {
      'GET /audit-events': pageOf([suspended, broken, refused]),
      'GET /audit-chain': reply(200, { data: verified }),
      [`GET /audit-events/${id}`]: reply(200, { data: detail }),
      'GET /users': pageOf([]),
      ...replies,
    },
  })
}

const asked = (fetched: Awaited<ReturnType<typeof open>>['fetched']) =>
  called(fetched, 'GET', '/audit-events?').map(([address]) => new URL(address, 'http://x').search)

describe('the list', () => {
  test('offers actions by their names in the list, and those that are recorded only when refused as attempts', async () => {
    await open('/audit')
    await screen.findAllByRole('link', { name: /Changed a user/ })
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    const choice = await screen.findByRole('combobox', { name: 'What' })
    const offered = within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(offered).toEqual(
      expect.arrayContaining(['Anything', 'Logged in', 'Opened a test', 'Tried to see the list of tests']),
    )
  })

  test('requests what the address says, and the address follows the filters', async () => {
    const { router, fetched } = await open('/audit?outcome=refused&action=user.changed')
    await screen.findAllByRole('link', { name: /Changed a user/ })
    expect(asked(fetched)).toEqual(['?action=user.changed&outcome=refused&sort=-at&per_page=5'])
    await userEvent.click(screen.getByRole('button', { name: /^Remove filter:.*Refused$/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'Group')
    await waitFor(() =>
      expect(router.latestLocation.search).toEqual({ action: 'user.changed', resource_type: 'group' }),
    )
    await waitFor(() =>
      expect(asked(fetched).at(-1)).toBe('?action=user.changed&resource_type=group&sort=-at&per_page=5'),
    )
  })

  test('names the actor and the action of its filters, also an action that is recorded only when refused', async () => {
    await open(`/audit?actor=${actor.id}&action=listUsers`, {
      [`GET /users/${actor.id}`]: reply(200, { data: { ...aUser('tenant'), fullName: actor.name } }),
    })
    const chips = await screen.findByRole('list', { name: 'Filters in use' })
    expect(await within(chips).findByText('Who: Rosie Atkinson')).toBeTruthy()
    expect(await within(chips).findByText('What: Tried to see the list of users')).toBeTruthy()
  })

  test('tells who did what to whom, even for nobody or the server', async () => {
    const own = { ...suspended, action: 'user.lang', resource: { type: 'user', id: actor.id, name: actor.name } }
    await open('/audit', { 'GET /audit-events': pageOf([suspended, broken, refused, { ...own, id: actor.id }]) })
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Rosie Atkinson', 'Changed a user: Nora Quill'],
      ['The server', 'Raised the alarm about the audit trail'],
      ['Not logged in', 'Tried to change a user: Nora QuillRefused'],
      ['Rosie Atkinson', 'Changed their language'],
    ])
  })

  test('explains why it is empty, and offers to clear filters without matches', async () => {
    const { router } = await open('/audit?outcome=refused', { 'GET /audit-events': pageOf([]) })
    await screen.findByRole('heading', { name: 'No events match' })
    await userEvent.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Clear filters' }).at(-1) as Element,
    )
    expect(await screen.findByRole('heading', { name: 'No events yet' })).toBeTruthy()
    expect(router.latestLocation.search).toEqual({})
    expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull()
  })

  test('reports a failed load, and tries again', async () => {
    const lost = new TypeError('Failed to fetch')
    await open('/audit', { 'GET /audit-events': [lost, lost, lost, pageOf([suspended])] })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Changed a user: Nora Quill' })).toBeTruthy()
  })
})

describe('the chain', () => {
  test.each([
    ['en_GB', /^Chain verified up to event 1,234 at \d\d:\d\d$/],
    ['es_MX', /^Cadena verificada hasta el evento 1,234 a las \d\d:\d\d$/],
  ] as const)('says in %s up to which event it was verified', async (locale, words) => {
    await open('/audit')
    await screen.findByText(/^Chain verified up to event 1,234 at/)
    await setLocale(locale)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('adds the day if it is not today, and says so before the first verification', async () => {
    const earlier = { verified: { position: 7, at: '2026-03-05T09:30:00.000Z' }, alarm: null }
    await open('/audit', { 'GET /audit-chain': reply(200, { data: earlier }) })
    expect(await screen.findByText(/^Chain verified up to event 7 on .*2026/)).toBeTruthy()
    cleanup()
    await open('/audit', { 'GET /audit-chain': reply(200, { data: { verified: null, alarm: null } }) })
    expect(await screen.findByText('The chain of events will be verified in a few minutes')).toBeTruthy()
  })

  test('raises an audible alarm where it is broken, with advice, and claims nothing else', async () => {
    const alarm = { position: 812, foundAt: '2026-03-05T09:30:00.000Z' }
    await open('/audit', { 'GET /audit-chain': reply(200, { data: { ...verified, alarm } }) })
    const said = await screen.findByRole('alert')
    expect(said.textContent).toContain('The audit trail is damaged at event 812')
    expect(said.textContent).toMatch(/It was found on .*2026/)
    expect(said.textContent).toContain('Tell whoever looks after the server straight away')
    expect(screen.queryByText(/Chain verified/)).toBeNull()
  })

  test('is not mentioned if its state is unknown, and the list is shown', async () => {
    const { router, fetched } = await open('/audit', { 'GET /audit-chain': refusal(500, 'internal') })
    await screen.findAllByRole('link', { name: /Changed a user/ })
    await waitFor(() => expect(called(fetched, 'GET', '/audit-chain')).not.toEqual([]))
    await waitFor(() => expect(router.state.status).toBe('idle'))
    expect(router.state.location.pathname).toBe('/audit')
    expect(screen.queryByText(/chain/i)).toBeNull()
  })
})

describe('one event', () => {
  test('shows before and after side by side, in words and names', async () => {
    await open(`/audit/${id}`)
    const table = await screen.findByRole('table', { name: 'Before and after' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['User type', 'Clinician', 'Provider'],
      ['Groups', 'Nothing', 'Ward 1'],
      ['Full name', 'Not kept in the trail'],
    ])
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Rosie Atkinson' }).getAttribute('href')).toContain(`/users/${actor.id}`)
    expect(main.getByText('1,234')).toBeTruthy()
    expect(main.getByText('req-7')).toBeTruthy()
  })

  test('reports a failed load', async () => {
    await open(`/audit/${id}`, { [`GET /audit-events/${id}`]: new TypeError('Failed to fetch') })
    expect(await screen.findByText('The event could not be loaded')).toBeTruthy()
  })
})
