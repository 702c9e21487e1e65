import * as z from 'zod/mini'
import type { SearchedKind } from '../audit/resource-types.ts'
import { assayListItem } from '../assays/assay.ts'
import { endpoint } from '../endpoint.ts'
import { groupListItem } from '../groups/group-list.ts'
import { searchLength } from '../listing.ts'
import { shortestSearch } from '../limits-and-times.ts'
import { tenantListItem } from '../operator/endpoints.ts'
import { organisationListItem } from '../organisations/organisation-list.ts'
import { dataOf, searchText } from '../schema.ts'
import { subjectMatch } from '../subjects/matching.ts'
import { testRecordListItem } from '../test-records/test-record.ts'
import { managedUser } from '../users/managed-user.ts'

/** The number of results shown for each kind, best first; users type more to find others. */
export const mostOfAKind = 3

/** The results by kind. A kind is empty if nothing matches, and for actors who may not see any of it. */
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
      formerly: true,
    }),
  ),
  users: z.array(z.pick(managedUser, { id: true, fullName: true, email: true })),
  organisations: z.array(z.pick(organisationListItem, { id: true, name: true, location: true })),
  groups: z.array(z.pick(groupListItem, { id: true, name: true, organisationName: true })),
  assays: z.array(z.pick(assayListItem, { id: true, name: true, manufacturer: true })),
  /** Lot numbers of tests of the last two years. */
  lots: z.array(z.string()),
  tenants: z.array(z.pick(tenantListItem, { id: true, name: true, slug: true })),
} satisfies Record<SearchedKind | 'lots', z.ZodMiniType>)
export type Found = z.infer<typeof found>

/**
 * Returns the first few matches of each kind in the actor's scope: those that the kind's own list would find, if the
 * actor may see that list. It uses POST, so that typed personal data stays out of URLs and logs. Patients find their
 * own tests.
 */
export const searchEverything = endpoint('searchEverything', 'POST /search', {
  summary: 'The first of each kind that begin with what is typed',
  requires: 'logged-in',
  whenEntered: 'read',
  body: z.strictObject({ search: searchText(searchLength).check(z.minLength(shortestSearch)) }),
  replies: { 200: dataOf(found) },
})
