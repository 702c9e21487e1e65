import { listAssays } from '../../contract/assays/assay.ts'
import { exportAuditEvents } from '../../contract/audit/endpoints.ts'
import { listGroups } from '../../contract/groups/group-list.ts'
import { listInvites } from '../../contract/invites/endpoints.ts'
import type { ListPrint } from '../../contract/list-prints/endpoints.ts'
import { listTenants } from '../../contract/operator/endpoints.ts'
import { listOrganisations } from '../../contract/organisations/organisation-list.ts'
import { meets, type Requirement } from '../../contract/permissions/rules.ts'
import { listSubjects } from '../../contract/subjects/endpoints.ts'
import { exportTestRecords } from '../../contract/test-records/endpoints.ts'
import { listUsers } from '../../contract/users/endpoints.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'

/** A list with an export is printed by those who may export it, any other by those who may see it. */
const endpoints: Record<ListPrint['list'], { requires: Requirement }> = {
  assay: listAssays,
  'audit-event': exportAuditEvents,
  group: listGroups,
  invite: listInvites,
  organisation: listOrganisations,
  subject: listSubjects,
  tenant: listTenants,
  'test-record': exportTestRecords,
  user: listUsers,
}

/** Writes to the audit trail which list is printed, its filter, and its number of rows. Throws `forbidden`. */
export async function noteListPrint(scope: ActorScope, { list, filter, rows }: ListPrint): Promise<void> {
  const { actor, tenant } = scope
  if (!meets(endpoints[list].requires, { ...actor, features: tenant.features })) throw new Failure('forbidden')
  await recordAudit(scope, {
    action: 'list.printed',
    resourceType: list,
    details: { filter: withoutSearch(filter), rows },
  })
}

/** The audit only keeps that there was a search, because the text may name a person. */
function withoutSearch({ format: _, ...filter }: ListPrint['filter']) {
  if (!('search' in filter)) return filter
  const { search, ...others } = filter
  return search ? { ...others, search: true } : others
}
