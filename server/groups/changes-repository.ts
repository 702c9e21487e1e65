import type { Group, GroupChange, NewGroup } from '../../contract/groups/endpoints.ts'
import type { Standing } from '../../contract/standing.ts'
import { organisationInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { storeNamed } from '../access/changing/taken-name.ts'
import { touched } from '../access/changing/touched.ts'
import { labToRow } from './columns.ts'

/** The changeable fields of a group as they are stored, with the telephone parsed and what was left out filled in. */
export type GroupFields = Omit<GroupChange, KeptWhenLeftOut> & Pick<Group, KeptWhenLeftOut>
type KeptWhenLeftOut = 'phone' | 'labAddress' | 'orderingProvider'
export type NewGroupFields = GroupFields & Pick<NewGroup, 'organisationId'>

/** Tells whether an organisation is in the actor's scope and active. It stays so until the transaction ends. */
export async function lockActiveOrganisation(scope: ActorScope, organisationId: string): Promise<boolean> {
  const found = await scope.db
    .selectFrom('organisations as o')
    .where('o.id', '=', organisationId)
    .where('o.status', '=', 'active')
    .where(organisationInActorScope(scope, 'o.id'))
    .select('o.id')
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Inserts a group. Throws `duplicate` at the name if its organisation has a group of that name. */
export async function insertGroup(
  scope: Scope,
  id: string,
  { organisationId, ...form }: NewGroupFields,
): Promise<void> {
  const row = { tenant_id: scope.tenant.id, id, organisation_id: organisationId, ...columnsOf(form) }
  await storeNamed(scope, 'groups', { name: form.name, organisationId }, scope.db.insertInto('groups').values(row))
}

/** Changes a group. Throws `duplicate` at the name if its organisation has another group of that name. */
export async function updateGroupRow(
  scope: Scope,
  { id, organisationId }: { id: string; organisationId: string },
  form: GroupFields,
): Promise<void> {
  const change = scope.db.updateTable('groups').set({ ...columnsOf(form), ...touched() })
  await storeNamed(scope, 'groups', { id, name: form.name, organisationId }, change.where('id', '=', id))
}

export async function updateGroupStanding(scope: Scope, id: string, status: Standing): Promise<void> {
  await scope.db
    .updateTable('groups')
    .set({ status, ...touched() })
    .where('id', '=', id)
    .execute()
}

function columnsOf({ name, description, location, phone, twoReaders, ...lab }: GroupFields) {
  return { name, description, location, phone, ...labToRow(lab), two_readers: twoReaders }
}
