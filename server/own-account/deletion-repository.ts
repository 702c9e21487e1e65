import { v4 as newId } from 'uuid'
import type { DeletionReason } from '../../contract/own-account/deletion.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** What identifies the actor, whose row nobody else changes until the transaction ends; undefined for who has left. */
export async function holdPerson(scope: ActorScope) {
  return scope.db
    .selectFrom('users')
    .where('id', '=', scope.actor.id)
    .where('status', '=', 'active')
    .select(['id', 'email', 'mobile'])
    .forUpdate()
    .executeTakeFirst()
}
export type Person = NonNullable<Awaited<ReturnType<typeof holdPerson>>>

/**
 * Whether nobody but the actor manages this tenant, or is the operator. Of two who leave at once, the second waits for
 * the first.
 */
export async function isLastAdministrator({ db, actor }: ActorScope): Promise<boolean> {
  if (actor.userType !== 'tenant' && actor.userType !== 'unlimited') return false
  const administrators = await db
    .selectFrom('users')
    .where('user_type', '=', actor.userType)
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.every(({ id }) => id === actor.id)
}

/** Keeps why somebody left, with nothing that leads back to them: the id is random, and tells no time. */
export async function insertReason(
  scope: Scope,
  { userType, reason, reasonText }: { userType: UserType; reason: DeletionReason; reasonText: string | null },
): Promise<void> {
  await scope.db
    .insertInto('account_deletions')
    .values({ tenant_id: scope.tenant.id, id: newId(), user_type: userType, reason, reason_text: reasonText })
    .execute()
}
