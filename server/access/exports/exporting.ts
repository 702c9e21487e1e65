import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { askAgainAfterSeconds } from '../../../contract/listing.ts'
import { Failure } from '../../platform/failure.ts'
import { recordAudit, type AuditEvent } from '../audit.ts'
import type { Door } from '../door.ts'
import { Abandoned, type DoorClient } from '../transaction.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { copyRows, type CsvRows } from './copy-rows.ts'
import type { FileColumn } from './csv-cells.ts'
import { CsvSender } from './csv-sender.ts'
import { endExportTurn, keepExportTurn, takeExportTurn } from './export-turns.ts'
import { ExportWatch, type EarlyEnd, type ExportTimes } from './export-watch.ts'

const byteOrderMark = '\uFEFF'

/** Access is looked at again after as long as the second request of a suspended user would take to be refused. */
export const exportTimes: ExportTimes = { checkEvery: 2_000, stalledAfter: 30_000 }

/** What bounds exports: how many run at once in all processes together, and how each is watched. */
export type ExportLimits = ExportTimes & { atOnce: number }

/** A file that somebody asked for. */
export interface CsvFile {
  /** What the audit says was exported. */
  event: Pick<AuditEvent, 'action' | 'resourceType'>
  /** What the audit keeps of the filter: no personal data. */
  filter: unknown
  /** Its columns and its rows. */
  make: (scope: ActorScope) => Promise<{ columns: readonly FileColumn[]; rows: CsvRows }>
}

/** The ways of an export to the database; each entry is a transaction of its own. */
interface Doors {
  /** For short work of the actor: checks session and permission every time. */
  enter<T>(work: (scope: ActorScope) => Promise<T>): Promise<T>
  /** As `enter`, on a connection that a stream may hold. */
  stream<T>(work: (scope: ActorScope, client: DoorClient) => Promise<T>): Promise<T>
  /** For what remains to be done whether or not the actor still has access. */
  enterTenant: Door['enterTenant']
}

/** Who the file goes to. */
interface Reader {
  /** Begins the reply. Called once the first rows can flow, so that an error before that is still an ordinary reply. */
  start(): Writable
  /** Cuts the reply so that nobody takes it for whole; harmless before `start`. */
  breakOff(): void
  gone: AbortSignal
  /** Aborted when the server stops and waits for the reader no longer. */
  stopping: AbortSignal
}

/**
 * Writes a file as CSV (RFC 4180, UTF-8 with a byte-order mark) to the reader, without ending it, and audits the filter and
 * the number of rows, also of a file that was broken off. Throws `export-queued` when it is not the user's turn yet; once
 * the reader was started, whatever it throws, the reply is broken off already.
 */
export async function exportCsv(doors: Doors, file: CsvFile, reader: Reader, limits: ExportLimits): Promise<void> {
  const { turn, scope: first } = await doors.enter(async (scope) => ({
    turn: await takeExportTurn(scope, limits.atOnce),
    scope,
  }))
  if (turn.place > 0) {
    throw new Failure('export-queued', { place: turn.place, retryAfterSeconds: askAgainAfterSeconds })
  }
  const audit = (scope: Scope, actorId: string, sent: { rows: number; endedEarly?: EarlyEnd }) =>
    recordAudit(scope, { ...file.event, actorId, details: { filter: file.filter, ...sent } })
  let sender: CsvSender | undefined
  const watch = new ExportWatch(limits, {
    waitedFor: () => sender?.waitedFor() ?? 0,
    checkAccess: () => doors.enter(async (scope) => requireSamePlace(scope, first)),
    goOn: () => doors.enter((scope) => goOn(scope, first, turn.id)),
    gone: reader.gone,
    stopping: reader.stopping,
  })
  const start = () => (sender = new CsvSender(reader.start(), () => watch.confirm()))
  // A failed write is told before the connection's end.
  const whyNow = (): EarlyEnd => watch.end ?? (sender?.hasLostReader ? 'reader-left' : 'failed')
  let why: EarlyEnd | undefined
  try {
    await doors.stream(async (scope, client) => {
      try {
        const rows = await sendRows(client, await file.make(scope), start, watch.signal)
        await audit(scope, scope.actor.id, { rows })
        await endExportTurn(scope, turn.id)
      } catch (error) {
        // Of the first thing that went wrong, at once: until the transaction is given up, the reader may go away as well.
        why = whyNow()
        throw sender === undefined ? error : abandoned(error)
      }
    })
  } catch (error) {
    const ended: unknown = watch.signal.reason
    const endedEarly = why ?? whyNow()
    reader.breakOff()
    await doors.enterTenant(first.tenant.id, first.requestId, async (scope) => {
      if (sender !== undefined) {
        await audit(scope, first.actor.id, { rows: sender.rows, endedEarly })
      }
      await endExportTurn(scope, turn.id)
    })
    throw ended ?? error
  } finally {
    watch.stop()
  }
}

/** Throws when the export must not go on: of who sees another part of the tenant now, or whose turn has lapsed. */
async function goOn(scope: ActorScope, { actor: earlier }: ActorScope, turnId: string): Promise<void> {
  requireSamePlace(scope, { actor: earlier })
  if (!(await keepExportTurn(scope, turnId))) throw new Failure('unavailable')
}

function requireSamePlace({ actor }: ActorScope, { actor: earlier }: Pick<ActorScope, 'actor'>): void {
  if (placeOf(actor) !== placeOf(earlier)) throw new Failure('forbidden')
}

function placeOf({ userType, organisationId, groupIds }: ActorScope['actor']): string {
  return JSON.stringify([userType, organisationId, groupIds.toSorted()])
}

/** Answers how many rows were sent. When that ended in the middle, the connection is in use. */
async function sendRows(
  client: DoorClient,
  { columns, rows }: Awaited<ReturnType<CsvFile['make']>>,
  start: () => CsvSender,
  signal: AbortSignal,
): Promise<number> {
  const copied = await copyRows(client, rows, signal)
  const sender = start()
  sender.begin(`${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`)
  await pipeline(copied, sender, { signal })
  return sender.rows
}

/** A file that was begun is not begun anew, and nothing more is asked on its connection. */
function abandoned(error: unknown): Abandoned {
  return error instanceof Abandoned
    ? error
    : new Abandoned(error instanceof Error ? error.message : 'The export ended early')
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
