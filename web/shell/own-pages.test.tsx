import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aDashboard } from '../testing/dashboard-parts.ts'
import { userTypes, type UserType } from '../../contract/permissions/permissions.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, pageOf, refusal, reply } from '../testing/replies.ts'
import { currentMessages, dismissMessage } from '../ui/snackbar-store.ts'

const own = '01998878-2800-7000-8000-000000000009'
const other = '01998878-2800-7000-8000-000000000007'
const self = aUser().id

/** The pages about the user's own things, and the types that may open each (spec §6). */
const ownPages: Record<string, readonly UserType[]> = {
  '/own-user': userTypes,
  '/own-organisation': ['unlimited', 'organisation', 'group', 'provider', 'clinical'],
  '/own-group': ['unlimited', 'group', 'clinical'],
  '/own-tenant/general': ['unlimited', 'tenant'],
}

/** For each kind, the types that see all of them and those that see only their own, on a page of its own. */
const kinds = [
  { noun: 'users', mine: self, all: ['unlimited', 'tenant', 'organisation', 'group'], ownPage: '/own-user' },
  { noun: 'organisations', mine: own, all: ['unlimited', 'tenant'], ownPage: '/own-organisation' },
  { noun: 'groups', mine: own, all: ['unlimited', 'tenant', 'organisation', 'provider'], ownPage: '/own-group' },
] as const

afterEach(() => handleFailures(undefined))

test.each(userTypes)(
  '%s opens the pages that spec §6 allows, and all others report that nothing was found',
  async (type) => {
    const user = aUser(type, {
      organisation: { id: own, name: 'Harbour Care Homes' },
      groups: [{ id: own, name: 'Ward 1', organisationId: own }],
    })
    const missing = refusal(404, 'not-found')
    const offline = new TypeError('Failed to fetch')
    const { router } = await openPage('/own-user', {
      user,
      replies: {
        'GET /dashboard': reply(200, { data: aDashboard() }),
        'GET /users/my-details/sessions': reply(200, { data: [] }),
        ...Object.fromEntries(
          kinds.flatMap(({ noun, mine }) => [
            [`GET /${noun}`, pageOf([])],
            // The content of the pages is tested elsewhere, so their requests fail here.
            [`GET /${noun}/${mine}`, offline],
            [`GET /${noun}/${other}`, offline],
            [`GET /${noun}/Anonymized`, missing],
          ]),
        ),
      },
    })

    const expectToLeadTo = async (address: string, wanted: string) => {
      for (const { id } of currentMessages()) dismissMessage(id)
      await router.navigate({ href: address })
      await waitFor(() => expect([address, router.state.location.pathname]).toEqual([address, wanted]))
      const isMissing = currentMessages().some(({ text }) => text.includes('not found') || text.includes('not-found'))
      expect([address, isMissing]).toEqual([address, wanted === '/'])
    }
    for (const [page, types] of Object.entries(ownPages)) await expectToLeadTo(page, types.includes(type) ? page : '/')
    for (const { noun, mine, all, ownPage } of kinds) {
      const seesAll = (all as readonly UserType[]).includes(type)
      const seesOwn = ownPages[ownPage]?.includes(type)
      const [toMine, toOther] = [`/${noun}/${mine}`, `/${noun}/${other}`]
      await expectToLeadTo(toMine, seesAll ? toMine : seesOwn ? ownPage : '/')
      await expectToLeadTo(toOther, seesAll ? toOther : '/')
      await expectToLeadTo(`/${noun}/Anonymized`, '/')
    }
  },
)
