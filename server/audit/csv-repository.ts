import { sql } from 'kysely'
import { auditActions } from '../../contract/audit/event-names.ts'
import { resourceTypes } from '../../contract/audit/resource-types.ts'
import { actionsOfServer } from '../../contract/audit/endpoints.ts'
import { auditOutcomes } from '../../contract/audit/audit-list.ts'
import { refusedCalls } from '../../contract/endpoints.ts'
import type { FileFormat } from '../../contract/listing.ts'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { selectCells, type CsvRows } from '../access/exports/copy-rows.ts'
import { numberColumn, safe, textColumn, words, type FileColumn } from '../access/exports/csv-cells.ts'
import type { ActorScope } from '../access/scope.ts'
import { wordsIn } from '../platform/phrases.ts'
import { auditOrders, plainConditions, resourceName, shownEvents, type AuditFilter } from './events-repository.ts'

export type AuditExport = AuditFilter & { sort: 'at' | '-at'; format: FileFormat }

/**
 * The columns of the trail's export, over the tables of `shownEvents`. Codes stand beside their words, because codes
 * are stable and words may change.
 */
export function csvColumns(scope: ActorScope): FileColumn[] {
  const t = wordsIn(scope.locale)
  const column = (key: PhraseKey, value: FileColumn['value']): FileColumn => ({ header: t(key), value })
  const actor = sql`case
    when e.action in (${sql.join([...actionsOfServer])}) then ${t('audit:actor.server')}
    when e.actor_id is null then ${t('audit:actor.nobody')}
    else coalesce(${safe(sql`coalesce(a.full_name, k.full_name)`)}, ${t('lists:anonymized')}) end`
  const attempts = [...auditActions, ...refusedCalls].filter((action) => !actionsOfServer.has(action))
  // A test checks that each has its phrase.
  const done = words('e.action', auditActions, (action) => t(`audit:action.${action}` as PhraseKey))
  const tried = words('e.action', attempts, (action) => t(`auditAttempts:${action}` as PhraseKey))
  return [
    {
      header: t('export:audit.at'),
      value: sql`to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      cell: { kind: 'time', value: sql`to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')` },
    },
    column('audit:column.actor', actor),
    column('export:audit.actorId', sql`e.actor_id`),
    column('audit:column.action', sql`case when e.outcome = 'refused' then ${tried} else ${done} end`),
    textColumn(t('export:audit.actionName'), 'e.action'),
    column(
      'audit:column.outcome',
      words('e.outcome', auditOutcomes, (outcome) => t(`audit:outcome.${outcome}`)),
    ),
    column(
      'audit:column.resource',
      words('e.resource_type', resourceTypes, (type) => t(`audit:resource.${type}`)),
    ),
    textColumn(t('export:audit.resourceName'), resourceName),
    column('export:audit.resourceId', sql`e.resource_id`),
    textColumn(t('export:audit.details'), sql`e.details::text`),
    textColumn(t('auditDetails:requestId'), 'e.request_id'),
    numberColumn(t('auditDetails:position'), sql`e.position`),
  ]
}

/** Selects the events that match the filter as the rows of a file with these columns. */
export function exportedEvents(scope: ActorScope, query: AuditExport, columns: readonly FileColumn[]): CsvRows {
  const rows = shownEvents(scope).clearSelect().where(plainConditions(query)).orderBy(auditOrders.orderBy(query.sort))
  return selectCells(rows, columns, query.format)
}
