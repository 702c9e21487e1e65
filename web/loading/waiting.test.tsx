import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { openPage } from '../testing/open-page.tsx'
import { answer, aUser, pageOf, reply } from '../testing/replies.ts'
import { alsoSay } from '../ui/phrases.ts'

const id = '01998878-2800-7000-8000-000000000001'
const place = {
  id,
  name: 'Harbour Care Homes',
  description: null,
  location: 'Portswood',
  phone: null,
  npi: null,
  address: null,
  status: 'active',
  openSessions: null,
  figures: { users: 5, tests: null },
  version: 2,
}
const group = { ...place, organisationId: id, organisationName: place.name, organisationStatus: 'active' }
const publication = { version: 1, locales: [], asksAgain: false, accepted: null, publishedAt: '2026-11-20T10:00:00Z' }
const policies = `/tenants/${id}/policies`
const type = { name: 'clinical', value: 'clinical', displayValue: 'Clinician' }
const session = { id, isCurrent: true, lastSeenAt: '2026-11-20T10:00:00Z', startedAt: '2026-11-20T10:00:00Z' }

const replies = {
  'GET /organisations': pageOf([place, { ...place, id: id.replace(/1$/, '2'), name: 'Solent Pharmacies' }]),
  [`GET /organisations/${id}`]: reply(200, { data: place }),
  'GET /groups': pageOf([group]),
  [`GET /groups/${id}`]: reply(200, { data: group }),
  'GET /users': pageOf([]),
  'GET /invites': pageOf([]),
  'GET /test-records': pageOf([]),
  'GET /users/user-types': reply(200, { data: [type] }),
  'GET /users/my-details/sessions': reply(200, { data: [session] }),
  'GET /operator-access': reply(200, { data: { mayEnter: false, requests: [] } }),
  'GET /operator-entries': pageOf([]),
  [`GET /tenants/${id}`]: reply(200, {
    data: { ...aUser().tenant, availableLanguages: ['en_GB'], defaultLanguage: 'en_GB' },
  }),
  [`GET ${policies}/eula`]: reply(200, { data: { name: 'eula', texts: {}, people: 4, version: 0 } }),
  [`GET ${policies}/eula/versions`]: reply(200, { data: [{ ...publication, by: null }] }),
}

/** Each page with a request that fails, the message, and a text that the answer brings. */
const pages: { address: string; user: UserType; fails: string; failed: string; shows: string }[] = [
  {
    address: '/own-organisation',
    user: 'clinical',
    fails: `GET /organisations/${id}`,
    failed: 'The organisation could not be loaded',
    shows: 'Portswood',
  },
  {
    address: '/own-group',
    user: 'clinical',
    fails: `GET /groups/${id}`,
    failed: 'The group could not be loaded',
    shows: 'Portswood',
  },
  {
    address: '/groups/new',
    user: 'tenant',
    fails: 'GET /organisations',
    failed: 'This could not be loaded',
    shows: 'Laboratory name',
  },
  { address: '/invites/new', user: 'tenant', fails: 'GET /groups', failed: 'This could not be loaded', shows: 'Email' },
  {
    address: '/users/new',
    user: 'tenant',
    fails: 'GET /users/user-types',
    failed: 'This could not be loaded',
    shows: 'Clinician',
  },
  {
    address: '/users/new',
    user: 'tenant',
    fails: 'GET /organisations',
    failed: 'This could not be loaded',
    shows: 'Clinician',
  },
  {
    address: '/own-tenant/operator-access',
    user: 'tenant',
    fails: 'GET /operator-access',
    failed: 'This could not be loaded',
    shows: 'Requests',
  },
  {
    address: '/own-user',
    user: 'clinical',
    fails: 'GET /users/my-details/sessions',
    failed: 'This could not be loaded',
    shows: 'This browser',
  },
  {
    address: '/own-tenant/policies',
    user: 'tenant',
    fails: `GET ${policies}/eula/versions`,
    failed: 'This could not be loaded',
    shows: 'Version 1',
  },
]

test.each(pages)(
  '$address says that $fails failed, and tries again',
  async ({ address, user, fails, failed, shows }) => {
    const own = aUser(user, { groups: [{ id, name: 'Lilac House', organisationId: id }] })
    await openPage(address, {
      user: user === 'tenant' ? { ...own, organisation: null, groups: [] } : own,
      replies: { ...replies, [fails]: new TypeError('Failed to fetch') },
      parts: [
        alsoSay('accounts', 'editing', 'entry', 'places', 'publishing', 'tenants', 'users'),
        import('../organisations/organisation-page.tsx'),
        import('../groups/own-group-page.tsx'),
        import('../groups/groups-page.tsx'),
        import('../groups/group-form.tsx'),
        import('../groups/group-lists.tsx'),
        import('../invites/invite-form.tsx'),
        import('../users/new-user-form.tsx'),
        import('../own-account/own-user-page.tsx'),
        import('../operator/operator-access-page.tsx'),
        import('../tenants/own-tenant-page.tsx'),
        import('../tenants/policies-tab.tsx'),
      ],
    })
    expect(await screen.findByText(failed, { exact: false })).toBeTruthy()
    answer({ 'GET /users/my-details': reply(200, { data: own }), ...replies })
    await userEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }))
    await waitFor(() => expect(screen.queryByText(failed, { exact: false })).toBeNull())
    expect((await screen.findAllByText(shows, { exact: false })).length).toBeGreaterThan(0)
  },
)
