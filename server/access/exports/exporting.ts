import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { askAgainAfterSeconds, type FileFormat } from '../../../contract/listing.ts'
import { Failure } from '../../platform/failure.ts'
import { recordAudit, type AuditEvent } from '../audit.ts'
import type { Door } from '../door.ts'
import { Abandoned, type DoorClient } from '../transaction.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { copyRows, type CsvRows } from './copy-rows.ts'
import type { FileColumn } from './csv-cells.ts'
import { FileSender, LineEnds, type FileLines } from './file-sender.ts'
import { endExportTurn, keepExportTurn, takeExportTurn } from './export-turns.ts'
import { WorkbookStream } from './workbook-stream.ts'
import { ExportWatch, type EarlyEnd, type ExportTimes } from './export-watch.ts'

const byteOrderMark = '\uFEFF'

/** Access is looked at again after as long as the second request of a suspended user would take to be refused. */
export const exportTimes: ExportTimes = { checkEvery: 2_000, stalledAfter: 30_000 }

/** What bounds exports: how many run at once in all processes together, and how each is watched. */
export type ExportLimits = ExportTimes & { atOnce: number }

/** A file that somebody asked for. */
export interface ExportedFile {
  /** What the audit says was exported. */
  event: Pick<AuditEvent, 'action' | 'resourceType'>
  /** What the audit keeps of the filter: no personal data. */
  filter: unknown
  format: FileFormat
  /** What the sheet of a workbook is called, and the patterns of its dates, are asked for with its columns and its rows. */
  make: (scope: ActorScope) => Promise<FileContent>
}

/** The rows of a file; `title` and `formats` are those of a workbook. */
interface FileContent {
  columns: readonly FileColumn[]
  rows: CsvRows
  title: string
  formats: { day: string; time: string }
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
 * Writes a file as CSV (RFC 4180, UTF-8 with a byte-order mark) or as a workbook to the reader, without ending it, and audits the filter and
 * the number of rows, also of a file that was broken off. Throws `export-queued` when it is not the user's turn yet; once
 * the reader was started, whatever it throws, the reply is broken off already.
 */
export async function exportFile(
  doors: Doors,
  file: ExportedFile,
  reader: Reader,
  limits: ExportLimits,
): Promise<void> {
  const { turn, scope: first } = await doors.enter(async (scope) => ({
    turn: await takeExportTurn(scope, limits.atOnce),
    scope,
  }))
  if (turn.place > 0) {
    throw new Failure('export-queued', { place: turn.place, retryAfterSeconds: askAgainAfterSeconds })
  }
  const audit = (scope: Scope, actorId: string, sent: { rows: number; endedEarly?: EarlyEnd }) =>
    recordAudit(scope, { ...file.event, actorId, details: { filter: file.filter, ...sent } })
  let sender: FileSender | undefined
  const watch = new ExportWatch(limits, {
    waitedFor: () => sender?.waitedFor() ?? 0,
    checkAccess: () => doors.enter(async (scope) => requireSamePlace(scope, first)),
    goOn: () => doors.enter((scope) => goOn(scope, first, turn.id)),
    gone: reader.gone,
    stopping: reader.stopping,
  })
  const start = (lines: FileLines) => (sender = new FileSender(reader.start(), () => watch.confirm(), lines))
  // A failed write is told before the connection's end.
  const whyNow = (): EarlyEnd => watch.end ?? (sender?.hasLostReader ? 'reader-left' : 'failed')
  let why: EarlyEnd | undefined
  try {
    await doors.stream(async (scope, client) => {
      try {
        const content = await file.make(scope)
        const rows = await sendRows(client, { ...content, format: file.format }, start, watch.signal)
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
  { format, columns, rows, title, formats }: FileContent & { format: FileFormat },
  start: (lines: FileLines) => FileSender,
  signal: AbortSignal,
): Promise<number> {
  const copied = await copyRows(client, rows, signal)
  if (format === 'csv') {
    const sender = start(new LineEnds())
    sender.begin(`${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`)
    await pipeline(copied, sender, { signal })
    return sender.rows
  }
  const titled = columns.map(({ header, cell }) => ({ title: header, kind: cell?.kind ?? 'text' }) as const)
  const workbook = new WorkbookStream({ title, columns: titled, formats })
  let counted = 0
  // As many as the part of the file holds that leaves: the rest of it is compressed further.
  const next = (text: Buffer) => {
    const added = workbook.rows - counted
    counted = workbook.rows
    return { text, rows: added }
  }
  const sender = start({ next })
  await pipeline(copied, workbook, sender, { signal })
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
