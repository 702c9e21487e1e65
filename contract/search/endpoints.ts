import * as z from 'zod/mini'
import { assayListItem } from '../assays/assay.ts'
import { endpoint } from '../endpoint.ts'
import { groupListItem } from '../groups/group-list.ts'
import { searchLength } from '../listing.ts'
import { tenantListItem } from '../operator/endpoints.ts'
import { organisationListItem } from '../organisations/organisation-list.ts'
import { dataOf, searchText } from '../schema.ts'
import { shortestSearch, subjectMatch } from '../subjects/matching.ts'
import { testRecordListItem } from '../test-records/test-record.ts'
import { managedUser } from '../users/managed-user.ts'

/** So many of each kind are shown, the best; whoever looks for another one types more. */
export const mostOfAKind = 3

/** What was found, by its kind. A kind is empty where nothing fits, and for whoever may not see any of it. */
const found = z.strictObject({
  tests: z.array(
    z.pick(testRecordListItem, {
      id: true,
      testId: true,
      performedAt: true,
      performedZone: true,
      result: true,
      state: true,
      subject: true,
    }),
  ),
  subjects: z.array(
    z.pick(subjectMatch, {
      id: true,
      email: true,
      dateOfBirth: true,
      firstName: true,
      lastName: true,
      localId: true,
      customId1: true,
      customId2: true,
      groups: true,
    }),
  ),
  users: z.array(z.pick(managedUser, { id: true, fullName: true, email: true })),
  organisations: z.array(z.pick(organisationListItem, { id: true, name: true, location: true })),
  groups: z.array(z.pick(groupListItem, { id: true, name: true, organisationName: true })),
  assays: z.array(z.pick(assayListItem, { id: true, name: true, manufacturer: true })),
  /** Numbers of lots, of tests of the last two years. */
  lots: z.array(z.string()),
  tenants: z.array(z.pick(tenantListItem, { id: true, name: true, slug: true })),
})
export type Found = z.infer<typeof found>

/**
 * The first few of each kind that fit what is typed, in the actor's scope: of each what its own list would find, for those who may
 * see that list. By POST, so that what is typed of people stays out of URLs and logs. Patients find their own tests.
 */
export const searchEverything = endpoint({
  name: 'searchEverything',
  method: 'POST',
  path: '/search',
  summary: 'The first of each kind that begin with what is typed',
  requires: 'logged-in',
  body: z.strictObject({ search: searchText(searchLength).check(z.minLength(shortestSearch)) }),
  replies: { 200: dataOf(found) },
})
