import { listAssays as assaysEndpoint } from '../../contract/assays/assay.ts'
import { listGroups as groupsEndpoint } from '../../contract/groups/group-list.ts'
import { listTenants as tenantsEndpoint } from '../../contract/operator/endpoints.ts'
import { listOrganisations as organisationsEndpoint } from '../../contract/organisations/organisation-list.ts'
import { meets, type Requirement } from '../../contract/permissions/rules.ts'
import { mostOfAKind, type Found } from '../../contract/search/endpoints.ts'
import { matchSubjects as subjectsEndpoint } from '../../contract/subjects/matching.ts'
import { listTestRecords as testsEndpoint } from '../../contract/test-records/endpoints.ts'
import { listUsers as usersEndpoint } from '../../contract/users/reading.ts'
import type { ActorScope } from '../access/scope.ts'
import { listAssays } from '../assays/service.ts'
import { listGroups } from '../groups/service.ts'
import { listTenants } from '../operator/service.ts'
import { listOrganisations } from '../organisations/service.ts'
import { matchSubjects } from '../subjects/service.ts'
import { findLots, latestTestRecords } from '../test-records/service.ts'
import { listUsers } from '../users/service.ts'

/**
 * Finds the first matches of each kind. Each kind uses the service of its own list, which stays within the actor's
 * scope, and is skipped when the actor may not see that list.
 */
export async function searchEverything(scope: ActorScope, search: string): Promise<Found> {
  const { actor, tenant } = scope
  const isPatient = actor.userType === 'patient'
  const holder = { ...actor, features: tenant.features }
  /** Patients only find their own tests, whatever their permissions. */
  const where = async <T>({ requires }: { requires: Requirement }, find: () => Promise<T[]>): Promise<T[]> =>
    !isPatient && meets(requires, holder) ? (await find()).slice(0, mostOfAKind) : []
  const query = { search, per_page: mostOfAKind, sort: 'name' } as const

  const [tests, subjects, users, organisations, groups, assays, lots, tenants] = await Promise.all([
    meets(testsEndpoint.requires, holder) ? latestTestRecords(scope, { state: 'all', search }, mostOfAKind) : [],
    where(subjectsEndpoint, async () => (await matchSubjects(scope, { search })).data),
    where(usersEndpoint, async () => {
      return (await listUsers(scope, { ...query, user_type: 'all', sort: 'full_name' })).data
    }),
    where(organisationsEndpoint, async () => (await listOrganisations(scope, query)).data),
    where(groupsEndpoint, async () => (await listGroups(scope, query)).data),
    where(assaysEndpoint, async () => (await listAssays(scope, query)).data),
    where(testsEndpoint, async () => await findLots(scope, search, mostOfAKind)),
    where(tenantsEndpoint, async () => (await listTenants(scope, query)).data),
  ])

  return {
    tests: tests.map(({ id, testId, performedAt, performedZone, result, state, subject }) => {
      return { id, testId, performedAt, performedZone, result, state, subject }
    }),
    subjects: subjects.map(
      ({ id, email, dateOfBirth, firstName, lastName, localId, customId1, customId2, groups: of, formerly }) => {
        return { id, email, dateOfBirth, firstName, lastName, localId, customId1, customId2, groups: of, formerly }
      },
    ),
    users: users.map(({ id, fullName, email }) => ({ id, fullName, email })),
    organisations: organisations.map(({ id, name, location }) => ({ id, name, location })),
    groups: groups.map(({ id, name, organisationName }) => ({ id, name, organisationName })),
    assays: assays.map(({ id, name, manufacturer }) => ({ id, name, manufacturer })),
    lots,
    tenants: tenants.map(({ id, name, slug }) => ({ id, name, slug })),
  }
}
