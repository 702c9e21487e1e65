import { isDeepStrictEqual } from 'node:util'
import type { AuditDetails, AuditField } from '../../../contract/audit/event-names.ts'
import type { Standing, Suspendable } from '../../../contract/standing.ts'
import { recordDone, type RowAction } from '../audit/audit.ts'
import type { Scope } from '../scope.ts'
import { asSeen } from './touched.ts'

/**
 * Makes a change and audits its fields before and after; does nothing if they are equal as the audit trail stores them.
 * Of the `unkept` fields, which name people, the trail only keeps that they changed. The caller must hold the row.
 */
export async function makeChange(
  scope: Scope,
  action: RowAction,
  { id, from, to, unkept = {} }: Fields & { id: string; unkept?: Partial<Record<AuditField, Fields>> },
  apply: () => Promise<unknown>,
): Promise<void> {
  const changed = Object.entries(unkept).flatMap(([field, values]) => (isSame(values) ? [] : [field]))
  if (isSame({ from, to }) && changed.length === 0) return
  await apply()
  await recordDone(scope, action, id, { from, to, ...(changed.length > 0 && { changed }) })
}

/** Values before and after a change. */
interface Fields {
  from: object | null
  to: object | null
}

function isSame({ from, to }: Fields): boolean {
  const stored = (fields: object | null): unknown => JSON.parse(JSON.stringify(fields))
  return isDeepStrictEqual(stored(from), stored(to))
}

/** The requested standing, and the version of the row that was seen, if the request names one. */
export interface WantedStanding {
  status: Standing
  version: number | undefined
}

/**
 * Suspends or reactivates a row that the caller holds, and audits that; returns false if it is already so. Throws
 * `not-found` without a row, and `stale-version` for another version than the one that was seen.
 */
export async function makeStanding<Row extends { id: string; status: Standing; version: number }>(
  scope: Scope,
  noun: Suspendable,
  row: Row | undefined,
  { status, version }: WantedStanding,
  apply: () => Promise<unknown>,
  details?: AuditDetails,
): Promise<boolean> {
  const { id, status: former } = asSeen(row, version)
  if (former === status) return false
  await apply()
  await recordDone(scope, standingAction(noun, status), id, details)
  return true
}

/** Returns the action of the audit trail for a new standing. */
export function standingAction<Noun extends Suspendable>(noun: Noun, status: Standing) {
  return `${noun}.${status === 'suspended' ? 'suspended' : 'reactivated'}` as const
}
