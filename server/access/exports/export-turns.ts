import { sql } from 'kysely'
import type { ActorScope, Scope } from '../scope.ts'

/** A turn to export. `place` is 0 once it has begun; before that it is the place in the queue, counted from 1. */
export interface ExportTurn {
  id: string
  place: number
}

/**
 * Asks for a turn among the exports of all tenants and processes, of which `atOnce` run at the same time. A waiting
 * user keeps their place by asking again, and has one place however often they ask.
 */
export async function takeExportTurn(scope: ActorScope, atOnce: number): Promise<ExportTurn> {
  const { rows } = await sql<ExportTurn>`
    select turn as id, place from take_export_turn(${scope.actor.id}::uuid, ${atOnce}::int)
  `.execute(scope.db)
  const [turn] = rows
  if (turn === undefined) throw new Error('A turn was neither given nor refused')
  return turn
}

/**
 * Renews a running export's turn, which must happen at least every half minute. Returns false when the turn has lapsed.
 */
export async function keepExportTurn(scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`select keep_export_turn(${id}::uuid) as kept`.execute(scope.db)
  return rows[0]?.kept === true
}

export async function endExportTurn(scope: Scope, id: string): Promise<void> {
  await sql`select end_export_turn(${id}::uuid)`.execute(scope.db)
}
