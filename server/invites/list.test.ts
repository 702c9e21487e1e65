import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteStates } from '../../contract/invites/invite-list.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import type { Place } from '../../tests/server/places.ts'
import { password, userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let group: Client

/** Invites that are added to the group's initial ones: five in each state. */
const made = inviteStates.flatMap((state) =>
  Array.from({ length: 5 }, (_, i) => ({ state, email: `${state}-${i}@x.test` })),
)

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  group = await logInAs(test.app, test.ours, 'group')
  const { home } = test.ours.places
  await test.query(test.ours, 'delete from invite_codes')
  await test.query(test.ours, `delete from invites where email not like 'invitee-%'`)
  await test.query(
    test.ours,
    `insert into invites (tenant_id, id, organisation_id, group_id, email, mobile, lang, state, invited_by, sent_at, expires_at)
     select tenants.id, gen_random_uuid(), $1, $2, e.email, '+35385012345' || (n % 5), 'en', e.state,
            $5::uuid,
            now() - make_interval(mins => (n / 4)::int), now() + make_interval(days => (13 - n % 3)::int)
     from tenants, unnest($3::text[], $4::text[]) with ordinality as e(email, state, n)`,
    [
      home.organisationId,
      home.groupId,
      made.map(({ email }) => email),
      made.map(({ state }) => state),
      userIdOf('group'),
    ],
  )
  // Expires an invite that is still stored as pending.
  await test.query(
    test.ours,
    `update invites set expires_at = now() - interval '1 day' where email = 'pending-0@x.test'`,
  )
})
afterAll(() => test.close())

const list = async (query: Record<string, string> = {}, client = group) =>
  (await client.get('/invites', { per_page: '100', ...query })).json()
const emailsOf = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email)

describe('the list of invites', () => {
  it('shows each invite in its current state, and filters by that', async () => {
    for (const state of inviteStates) {
      const { data, page } = await list({ state })
      expect(new Set(data.map((shown: { state: string }) => shown.state))).toEqual(new Set([state]))
      expect(page.total).toBe({ pending: 5, expired: 6, redeemed: 5, revoked: 5 }[state])
    }
    expect(emailsOf(await list({ state: 'expired' }))).toContain('pending-0@x.test')
  })

  it.each(['email', '-email', 'sent_at', '-sent_at', 'expires_at', '-expires_at'])(
    'pages through all of them once, forwards and backwards, by %s',
    async (sort) => {
      const all = await list({ sort })
      const key = { email: 'email', sent_at: 'sentAt', expires_at: 'expiresAt' }[sort.replace('-', '')] ?? ''
      const keys: string[] = all.data.map((row: Record<string, string>) => row[key])
      const sorted = keys.toSorted()
      expect(keys).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
      let page = await list({ sort, per_page: '5' })
      const first = page
      const seen = emailsOf(page)
      while (page.page.next !== null) {
        page = await list({ sort, per_page: '5', cursor: page.page.next })
        seen.push(...emailsOf(page))
      }
      expect(seen).toEqual(emailsOf(all))
      while (page.page.previous !== null) page = await list({ sort, per_page: '5', cursor: page.page.previous })
      expect(page.data).toEqual(first.data)
    },
  )

  const ofLast = (digit: number) => made.map(({ email }) => email).filter((_, i) => (i + 1) % 5 === digit)

  it.each([
    ['the start of an email', 'REDEEMED-3', ['redeemed-3@x.test']],
    ['the start of a mobile number', '+353 85 012 3451', ofLast(1)],
    ['a mobile number without its country’s code', '085 0123451', ofLast(1)],
    ['a mobile number without the plus', '353850123451', ofLast(1)],
    ['what is nowhere nothing', 'edeemed', []],
    ['a wildcard nothing', '%', []],
  ])('finds by %s', async (_, search, expected) => {
    expect(emailsOf(await list({ search })).toSorted()).toEqual(expected.toSorted())
  })

  it('finds a code by its end, however it is typed', async () => {
    const [row] = await test.query<{ id: string }>(test.ours, `select id from invites where email = 'pending-3@x.test'`)
    await test.query(
      test.ours,
      `insert into invite_codes (tenant_id, code_hash, invite_id, channel, last_four) values ($1, '\\x01', $2, 'text', 'K7PQ')`,
      [test.ours.id, row?.id],
    )
    for (const search of ['K7PQ', 'k7pq', 'ABCD-K7PQ', 'ab cd k7 pq']) {
      expect(emailsOf(await list({ search }))).toEqual(['pending-3@x.test'])
    }
  })

  it('shows each user type the invites of their scope', async () => {
    const { home, ward, away } = test.ours.places
    const groupsSeen = async (client: Client) =>
      new Set((await list({}, client)).data.map((row: { group: { id: string } }) => row.group.id))
    const ids = (...places: Place[]) => new Set(places.map(({ groupId }) => groupId))
    expect(await groupsSeen(group)).toEqual(ids(home))
    expect(await groupsSeen(await logInAs(test.app, test.ours, 'organisation'))).toEqual(ids(home, ward))
    expect(await groupsSeen(admin)).toEqual(ids(home, ward, away, test.ours.places.unique))
    expect(emailsOf(await list({ group_id: away.groupId }, group))).toEqual([])
    expect(emailsOf(await list({ organisation_id: away.organisationId }, admin))).toEqual([away.inviteEmail])
  })

  // This test comes last, because it erases the group's administrator.
  it('shows who invited, unless they have left', async () => {
    const search = 'pending-1@'
    expect((await list({ search })).data).toMatchObject([{ invitedBy: 'Oursides group' }])
    const deletion = { currentPassword: password, reason: 'no-longer-required' }
    expect((await group.put('/users/my-details/delete', deletion)).statusCode).toBe(204)
    expect((await list({ search }, admin)).data).toMatchObject([{ invitedBy: null }])
  })
})
