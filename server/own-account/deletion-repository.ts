import { v4 as newId } from 'uuid'
import type { DeletionReason } from '../../contract/rules/reasons.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { Scope } from '../access/scope.ts'

/** Stores why somebody left, without anything that leads back to them: the id is random and reveals no time. */
export async function insertReason(
  scope: Scope,
  { userType, reason, reasonText }: { userType: UserType; reason: DeletionReason; reasonText: string | null },
): Promise<void> {
  await scope.db
    .insertInto('account_deletions')
    .values({ tenant_id: scope.tenant.id, id: newId(), user_type: userType, reason, reason_text: reasonText })
    .execute()
}
