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

/** The database's side of a connection, which no other database server ever has. */
export interface Backend {
  pid: number
  /** When it began, with microseconds. */
  since: string
}

/** Finds the backend of the scope's own connection. */
export async function findOwnBackend(scope: Scope): Promise<Backend> {
  const { rows } = await sql<Backend>`
    select pid, extract(epoch from backend_start)::text as since from pg_stat_activity where pid = pg_backend_pid()
  `.execute(scope.db)
  const [backend] = rows
  if (backend === undefined) throw new Error('The database does not know its own connection')
  return backend
}

/**
 * Renews a running export's turn, which must happen at least every half minute. Returns false when the turn has lapsed,
 * and when the database that answers does not have the backend that the export reads from: another server leads now, or
 * the connection broke without a word.
 */
export async function keepExportTurn(scope: Scope, id: string, source: Backend | undefined): Promise<boolean> {
  const hasSource =
    source === undefined
      ? sql`true`
      : sql`exists (
          select from pg_stat_activity where pid = ${source.pid}::int and extract(epoch from backend_start)::text = ${source.since})`
  const { rows } = await sql<{ kept: boolean }>`
    select keep_export_turn(${id}::uuid) and ${hasSource} as kept
  `.execute(scope.db)
  return rows[0]?.kept === true
}

export async function endExportTurn(scope: Scope, id: string): Promise<void> {
  await sql`select end_export_turn(${id}::uuid)`.execute(scope.db)
}
