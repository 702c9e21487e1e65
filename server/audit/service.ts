import type { Scope } from '../access/scope.ts'
import { auditRow, insertAuditEvent, type AuditEvent } from './repository.ts'

/** Writes an audit event in the transaction of the change that it tells of. */
export async function recordAudit(scope: Scope, event: AuditEvent): Promise<void> {
  await insertAuditEvent(scope, event)
}

/** The event as a row, for a repository that inserts it in the same statement as its change. */
export { auditRow }
