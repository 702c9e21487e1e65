import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, type Client } from '../testing/client.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import {
  expectForeignIsUnknownUnlikeOwn,
  grantEverything,
  isOfPlaces,
  isRefusedByItsType,
  valuesIn,
} from '../testing/walk-scope.ts'

const actors: { userType: UserType; hidden: ('ward' | 'away' | 'home')[] }[] = [
  { userType: 'clinical', hidden: ['ward', 'away'] },
  { userType: 'group', hidden: ['ward', 'away'] },
  { userType: 'provider', hidden: ['away'] },
  { userType: 'organisation', hidden: ['away'] },
  { userType: 'patient', hidden: ['ward', 'away'] },
  { userType: 'unlimited', hidden: ['home', 'ward', 'away'] },
]

/** What patients see of their own; of everything else their own place is as foreign to them as any. */
const seenByPatients: ReadonlySet<string> = new Set([
  'lookUpSubject',
  'matchSubjects',
  'searchEverything',
  'listSubjects',
  'getSubject',
  'updateSubject',
  'getDeviceImage',
  'getDashboardAssays',
  'getDashboardGroups',
  'getDashboardHours',
  'getDashboardLots',
  'getDashboardTrend',
  'listTestRecords',
  'exportTestRecords',
  'getTestRecord',
  'findRecentTest',
  'printTest',
])

/** Endpoints that answer alike whether a thing is in the scope or not, each with its reason. */
const sameForItsOwn: Record<string, string> = {
  keepTestDraft: 'keeps what its caller has typed, and looks nothing up',
  noteListPrint: 'notes what its caller has printed, and looks nothing up',
  requestPasswordReset: 'the reply does not tell who has an account',
  requestVerification: 'the reply does not tell who has an account',
}

/** Whether a user type is answered otherwise for what is in its scope; the operator's holds nothing of a tenant. */
function tellsItsOwn(name: string, userType: UserType): boolean {
  if (name in sameForItsOwn) return false
  // A link opens to whoever holds it.
  if (name === 'setPassword') return true
  return userType === 'patient' ? seenByPatients.has(name) : userType !== 'unlimited'
}

// Calls about somebody's own place change it, so each has a server and places of their own.
describe.each(actors)('$userType', ({ userType, hidden }) => {
  let test: TestApp
  let client: Client

  beforeAll(async () => {
    test = await startTestApp()
    client = await logInAs(test.app, test.ours, userType)
    await grantEverything(test)
  })
  afterAll(() => test.close())

  it.each(endpoints.filter((endpoint) => isOfPlaces(endpoint) && !isRefusedByItsType(endpoint, userType)))(
    '$name answers for what is outside the scope as for what is nowhere, and otherwise for what is inside',
    async (endpoint) => {
      const own = test.ours.places[userType === 'unlimited' ? 'unique' : 'home']
      for (const place of hidden) {
        const foreign = test.ours.places[place]
        const told = await expectForeignIsUnknownUnlikeOwn(client, endpoint, { own, foreign })
        const different = valuesIn(endpoint, own).filter((key) => own[key] !== foreign[key])
        expect([place, told.toSorted()]).toEqual([
          place,
          tellsItsOwn(endpoint.name, userType) ? different.toSorted() : [],
        ])
      }
    },
  )
})
