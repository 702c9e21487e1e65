import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door/door.ts'
import { leaveEntriesOf } from '../access/door/operator-entry.ts'
import { tellOfRefusals } from '../access/audit/refusal-counts.ts'
import { warnOfExpiringTokens } from '../api-tokens/service.ts'
import type { Scope } from '../access/scope.ts'
import { removeUnusedPhotos, startRemovingPhotos } from '../device-images/service.ts'
import type { Files } from '../platform/files.ts'
import { removeEndedImports } from '../imports/service.ts'
import { deleteOldFiles } from '../notifications/service.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { abandonRuns } from '../test-runs/service.ts'
import { deleteEndedRows, endedRows } from './repository.ts'

/** Rows of one kind that are removed in one transaction, which must not take long. */
const rowsAtOnce = 500

/** Functions that remove, end or tell of at most `most` rows of one kind and return how many. */
const removals: ((scope: Scope, most: number) => Promise<number>)[] = [
  leaveEnded,
  // TypeScript does not narrow the result of `Object.keys` to the table's own keys.
  ...(Object.keys(endedRows) as (keyof typeof endedRows)[]).map(
    (table) => (scope: Scope, most: number) => deleteEndedRows(scope, table, most),
  ),
  (scope, most) => tellOfRefusals(scope, null, most),
  removeUnusedPhotos,
  removeEndedImports,
  abandonRuns,
  warnOfExpiringTokens,
  deleteOldFiles,
]

/** The number of unchanged tenants that a round also visits in turn, because their data expires by age. */
const idleAtOnce = 500

/** A round ends after this many milliseconds; the next one continues with the rest. */
const roundLimitMs = 20 * 60_000

/**
 * Removes expired data from tenants, suspended ones included: from all with changes since the last visit and from some
 * others in turn, in portions that alternate between tenants. Processes may run it side by side. A failing tenant does
 * not hold up the others; at the end an error says how many failed, or that a round does not visit every tenant.
 */
export async function removeEnded(door: Door, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + roundLimitMs
  const visited = await door.takeTurns('remove-ended', idleAtOnce)
  const { left, failed } = await inTurn(
    visited,
    (tenantId) => removePortion(door, tenantId),
    () => signal?.aborted === true || performance.now() > end,
  )
  await door.endTurns(
    'remove-ended',
    visited.filter((id) => !left.includes(id)),
  )
  if (failed !== undefined) throw failed
  const [round] = await door.roundsWithoutAll()
  if (round !== undefined) throw new Error(`The round ${round} does not visit every tenant`)
}

async function removePortion(door: Door, tenantId: string): Promise<{ isMore: boolean }> {
  return await door.enterTenant(tenantId, randomUUID(), async (scope) => {
    const counts: number[] = []
    for (const remove of removals) counts.push(await remove(scope, rowsAtOnce))
    return { isMore: counts.some((count) => count === rowsAtOnce) }
  })
}

/** Ends operators' entries whose sessions have ended, so that the tenant knows that nobody reads there. */
export async function leaveEndedEntries(door: Door): Promise<void> {
  const operatorTenantId = await door.operatorTenantId()
  if (operatorTenantId !== undefined) await door.enterTenant(operatorTenantId, randomUUID(), leaveEnded)
}

/** Runs before the sessions that hold the entries are removed. Returns 0, because it removes no rows. */
async function leaveEnded(scope: Scope): Promise<number> {
  await leaveEntriesOf(scope, { areOver: true })
  return 0
}

/** Starts removing expired data and the files that belong to it, in one process at a time. */
export async function startUpkeep(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await startRemovingPhotos(jobs, door, files)
  await jobs.every('leave-entries', () => leaveEndedEntries(door))
  await jobs.every('remove-ended', (signal) => removeEnded(door, signal))
}
