import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { AuditAction, AuditDetails } from '../../../contract/audit/event-names.ts'
import type { ResourceType } from '../../../contract/audit/resource-types.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { KeyColumn } from '../listing/listing.ts'
import type { Scope } from '../scope.ts'

/**
 * Something that somebody did or was refused. Details never hold personal data, only ids, states, filters and counts.
 */
export interface AuditEvent {
  action: AuditAction
  outcome?: 'done' | 'refused'
  /** Defaults to the actor; null stands for a visitor. */
  actorId?: string | null
  resourceType?: ResourceType
  resourceId?: string
  details?: AuditDetails
}

/** Builds the row of an event. Actions are listed in `contract/audit/event-names.ts`. */
export function auditRow(scope: Scope, event: AuditEvent) {
  return rowOf(scope, event)
}

function rowOf(scope: Scope, event: Omit<AuditEvent, 'action'> & { action: string }) {
  return {
    tenant_id: scope.tenant.id,
    id: newId(),
    actor_id: event.actorId === undefined ? (scope.actor?.id ?? null) : event.actorId,
    action: event.action,
    outcome: event.outcome ?? ('done' as const),
    resource_type: event.resourceType ?? null,
    resource_id: event.resourceId ?? null,
    details: event.details === undefined ? null : JSON.stringify(event.details),
    request_id: scope.requestId,
  }
}

/** Writes an audit event in the transaction of the change that it describes. */
export async function recordAudit(scope: Scope, event: AuditEvent): Promise<void> {
  await scope.db.insertInto('audit_events').values(auditRow(scope, event)).execute()
}

/** Writes an audit event under an id that its cause has, and returns false if it is there already. */
export async function recordOnce(scope: Scope, id: string, event: AuditEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await scope.db
    .insertInto('audit_events')
    .values({ ...auditRow(scope, event), id })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The actions on a row, which are named after its noun, such as `group.created`. */
export type RowAction = Extract<AuditAction, `${ResourceType}.${string}`>

/** Writes that the actor did something to the row with this id, in the transaction of the change. */
export async function recordDone(
  scope: Scope,
  action: RowAction,
  resourceId: string,
  details?: AuditDetails,
): Promise<void> {
  const resourceType = action.slice(0, action.indexOf('.')) as ResourceType // the type says so
  await recordAudit(scope, { action, resourceType, resourceId, ...(details && { details }) })
}

/** Writes that the actor did something to each of these rows, in one statement. */
export async function recordDoneToAll(
  scope: Scope,
  action: RowAction,
  resourceIds: readonly string[],
  details?: AuditDetails,
): Promise<void> {
  if (resourceIds.length === 0) return
  const resourceType = action.slice(0, action.indexOf('.')) as ResourceType // the type says so
  const rows = resourceIds.map((resourceId) =>
    auditRow(scope, { action, resourceType, resourceId, ...(details && { details }) }),
  )
  await scope.db.insertInto('audit_events').values(rows).execute()
}

/** Writes that a call was refused, under the endpoint's audit action, or under its name if it has none. */
export async function recordRefusedCall(
  scope: Scope,
  { audit, name }: Endpoint,
  what: Pick<AuditEvent, 'resourceType' | 'resourceId' | 'details'>,
): Promise<void> {
  const row = rowOf(scope, { ...what, action: audit ?? name, outcome: 'refused' })
  await scope.db.insertInto('audit_events').values(row).execute()
}

/** The columns of an event that a cursor keeps. */
export interface EventKeys {
  id: string
  time_key: string
}

/** The time of an event of `audit_events as e` to the microsecond, as cursors keep it. */
export const eventTime = sql<string>`to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
  'time_key',
)

/** Orders `audit_events as e` by time, as its indexes do. */
export const eventOrder: readonly [KeyColumn<EventKeys>, KeyColumn<EventKeys>] = [
  { column: sql.ref('e.occurred_at'), type: 'timestamptz', valueOf: (row) => row.time_key },
  { column: sql.ref('e.id'), type: 'uuid', valueOf: (row) => row.id },
]
