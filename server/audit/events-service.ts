import type {
  AuditEventDetail,
  AuditEventItem,
  AuditValue,
  listAuditEvents as listEndpoint,
} from '../../contract/audit/endpoints.ts'
import type { Query, Reply } from '../../contract/endpoint.ts'
import { id as idSchema } from '../../contract/schema.ts'
import { wordsIn } from '../platform/phrases.ts'
import type { ExportedFile } from '../access/exports/exporting.ts'
import { changesIn, recordOf } from '../access/audit/history.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import { namesOfSubjects } from '../subjects/service.ts'
import { csvColumns, exportedEvents, type AuditExport } from './csv-repository.ts'
import { findEventRow, findNames, listEventRows, type EventRow } from './events-repository.ts'

/** Returns a page of the tenant's audit trail that matches the filter. */
export async function listAuditEvents(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listEventRows(scope, query)
  const subjects = await namesOfSubjects(scope, subjectsOf(items))
  return { data: items.map((row) => toItem(row, subjects)), page }
}

/** Returns one event with all its details. Throws `not-found`. */
export async function getAuditEvent(scope: ActorScope, eventId: string): Promise<AuditEventDetail> {
  const row = await findEventRow(scope, eventId)
  if (row === undefined) throw new Failure('not-found')
  const { from, to, isRenamed: _, changed: _changed, ...others } = recordOf(row.details)
  const changes = changesIn(row.details).flatMap(({ isHidden, ...change }) =>
    partsOf(change).map((part) => ({ ...part, isHidden })),
  )
  // Some actions change a single field and do not name it; the action determines it.
  const field = fieldsOfOneThing[row.action]
  if (field !== undefined && typeof from === 'string') {
    changes.push({ field, from, to: valueOf(to), isHidden: false })
  }
  const facts = factsIn(others)
  const told = [...changes.flatMap(({ from, to }) => [from, to]), ...facts.map(({ value }) => value)]
  const ids = told.flat().filter((value) => typeof value === 'string' && idSchema.safeParse(value).success)
  const subjects = await namesOfSubjects(scope, [...subjectsOf([row]), ...ids.map(String)])
  return {
    ...toItem(row, subjects),
    requestId: row.request_id,
    position: row.position,
    changes,
    facts,
    names: [...(await findNames(scope, ids.map(String))), ...subjects],
  }
}

/** Exports the events that match the filter, in the reader's language. */
export function auditFile(query: AuditExport): ExportedFile {
  const { format, ...filter } = query
  return {
    event: { action: 'audit.exported' },
    filter,
    format,
    async make(scope) {
      const columns = csvColumns(scope)
      return {
        columns,
        rows: exportedEvents(scope, query, columns),
        title: wordsIn(scope.locale)('audit:title'),
        formats: { day: 'YYYY-MM-DD', time: 'YYYY-MM-DD HH:mm:ss' },
      }
    },
  }
}

/** The field of actions whose `from` is the value itself. */
const fieldsOfOneThing: Readonly<Record<string, string>> = {
  'invite.resent': 'state',
  'invite.revoked': 'state',
  'user.lang': 'lang',
}

/** Lists the ids of the subjects that these events are about. */
function subjectsOf(rows: readonly EventRow[]): string[] {
  const ids = rows.flatMap(({ resource_type, resource_id }) => (resource_type === 'subject' ? [resource_id] : []))
  return [...new Set(ids.filter((id) => id !== null))]
}

function toItem(row: EventRow, subjects: readonly { id: string; name: string }[]): AuditEventItem {
  const { id, occurred_at, action, outcome, resource_type, resource_id, resource_name } = row
  return {
    id,
    at: occurred_at.toISOString(),
    actor:
      row.actor_id === null
        ? null
        : { id: row.actor_id, name: row.actor_name, isOperator: row.is_operator, isMachine: row.is_machine },
    action,
    outcome,
    resource:
      resource_type === null
        ? null
        : { type: resource_type, id: resource_id, name: resource_name ?? nameOf(resource_id, subjects) },
  }
}

function nameOf(id: string | null, named: readonly { id: string; name: string }[]): string | null {
  return named.find((one) => one.id === id)?.name ?? null
}

interface Change {
  field: string
  from: unknown
  to: unknown
}

/**
 * Splits a change of an object into the changes of its fields, each named by its path; any other change stays as it is.
 */
function partsOf({ field, from, to }: Change): { field: string; from: AuditValue; to: AuditValue }[] {
  const [before, after] = [recordOf(from), recordOf(to)]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (keys.length === 0) return [{ field, from: valueOf(from), to: valueOf(to) }]
  return keys
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .flatMap((key) => partsOf({ field: `${field}.${key}`, from: before[key], to: after[key] }))
}

/** Lists the values in an event's details by key, and those of nested objects by path. Empty values are left out. */
function factsIn(details: Record<string, unknown>, within = ''): AuditEventDetail['facts'] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (value === undefined || value === null) return []
    const field = `${within}${key}`
    const inside = recordOf(value)
    return Object.keys(inside).length > 0 ? factsIn(inside, `${field}.`) : [{ field, value: valueOf(value) }]
  })
}

function valueOf(value: unknown): AuditValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      return Array.isArray(value) ? value.map(asText) : JSON.stringify(value)
    default:
      return null
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
