import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, type Client } from '../server/client.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import {
  expectForeignIsUnknownUnlikeOwn,
  grantEverything,
  isOfPlaces,
  isRefusedByItsType,
  valuesIn,
} from './walk-scope.ts'

const actors: { userType: UserType; hidden: ('ward' | 'away' | 'home')[] }[] = [
  { userType: 'clinical', hidden: ['ward', 'away'] },
  { userType: 'group', hidden: ['ward', 'away'] },
  { userType: 'provider', hidden: ['away'] },
  { userType: 'organisation', hidden: ['away'] },
  { userType: 'patient', hidden: ['ward', 'away'] },
  { userType: 'unlimited', hidden: ['home', 'ward', 'away'] },
]

/** Endpoints by which patients see something of their own. For all others, even their own place is foreign to them. */
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
  'getMonthlyReport',
  'getDataValueSet',
  'listTestRecords',
  'exportTestRecords',
  'getTestRecord',
  'findRecentTest',
  'printTest',
  'searchFhirPatients',
  'readFhirPatient',
  'searchFhirRecords',
  'readFhirRecord',
  'readFhirDocument',
])

/** Endpoints that reply alike for things in and out of the scope, each with its reason. */
const sameForItsOwn: Record<string, string> = {
  countHeldBack: 'counts none of the places’ tests, because none is held back; see server/test-sets/held-back.test.ts',
  keepTestDraft: 'keeps what its caller has typed, and looks nothing up',
  noteListPrint: 'notes what its caller has printed, and looks nothing up',
  requestPasswordReset: 'the reply does not tell who has an account',
  requestVerification: 'the reply does not tell who has an account',
}

/** Tells whether a user type gets another reply for things in its scope. The operator has none of a tenant's. */
function tellsItsOwn(name: string, userType: UserType): boolean {
  if (name in sameForItsOwn) return false
  // A link works for every holder.
  if (name === 'setPassword') return true
  return userType === 'patient' ? seenByPatients.has(name) : userType !== 'unlimited'
}

// The calls change the user's own place, so each type has a server and places of its own.
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
    '$name replies alike for things out of scope and missing ones, and differently for those in scope',
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
