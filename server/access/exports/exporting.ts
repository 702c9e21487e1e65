import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { askAgainAfterSeconds, type FileFormat } from '../../../contract/listing.ts'
import { Failure } from '../../platform/failure.ts'
import { recordAudit, type AuditEvent } from '../audit/audit.ts'
import type { Door } from '../door/door.ts'
import { stateOfLeader, type Replica } from '../door/replica.ts'
import { Abandoned, type DoorClient } from '../door/transaction.ts'
import type { ActorScope } from '../scope.ts'
import { copyRows, type CsvRows } from './copy-rows.ts'
import type { FileColumn } from './csv-cells.ts'
import { FileSender, LineEnds, type FileLines } from './file-sender.ts'
import { countOfLines, JsonLines } from './json-lines.ts'
import { endExportTurn, findOwnBackend, keepExportTurn, takeExportTurn, type Backend } from './export-turns.ts'
import { WorkbookStream } from './workbook-stream.ts'
import { ExportWatch, type EarlyEnd, type ExportTimes } from './export-watch.ts'

const byteOrderMark = '\uFEFF'

/** Access is checked again about as fast as a suspended user's next request would be refused. */
export const exportTimes: ExportTimes = { checkEvery: 2_000, stalledAfter: 30_000 }

/** Limits of exports: the number that run at once in all processes together, and how each one is watched. */
export type ExportLimits = ExportTimes & { atOnce: number }

/** An export that a user asked for. */
export type ExportedFile = ExportedTable | ExportedLines

interface Exported<Format, Content> {
  /** The audit event of the export. */
  event: Pick<AuditEvent, 'action' | 'resourceType' | 'resourceId'>
  /** The filter as the audit keeps it, without personal data. */
  filter: unknown
  format: Format
  /** Builds what the file consists of. */
  make: (scope: ActorScope) => Promise<Content>
}

type ExportedTable = Exported<FileFormat, FileContent>
type ExportedLines = Exported<'ndjson', JsonContent>

/** The rows of a file of lines, each one column of JSON, and what to write of each row. */
interface JsonContent {
  rows: CsvRows
  /** Turns the JSON of a row into the lines of the file, without their ends. */
  linesOf: (json: string) => readonly string[]
}

/** The rows of a file; only workbooks use `title` and `formats`. */
interface FileContent {
  columns: readonly FileColumn[]
  rows: CsvRows
  title: string
  formats: { day: string; time: string }
}

/** The export's ways to the database. Each entry is a transaction of its own. */
interface Doors {
  /** Runs short work of the actor; checks session and permission every time. */
  enter<T>(work: (scope: ActorScope) => Promise<T>): Promise<T>
  /** Runs work of the actor, checked as in `enter`, on a connection that a stream may hold. */
  stream<T>(work: (scope: ActorScope, client: DoorClient) => Promise<T>): Promise<T>
  /** Where the rows are read if possible; undefined without a replica. */
  replica: Replica | undefined
  /** Runs work that must be done whether or not the actor still has access. */
  enterTenant: Door['enterTenant']
}

/** The connection that receives the file. */
interface Reader {
  /**
   * Begins the reply. Must be called once the first rows can flow, so that an earlier error is still an ordinary reply.
   */
  start(): Writable
  /** Breaks the connection off so that nobody takes a partial file for a whole one; does nothing before `start`. */
  breakOff(): void
  gone: AbortSignal
  /** Aborted when the server stops and can wait for the reader no longer. */
  stopping: AbortSignal
}

/**
 * Writes a file as CSV (RFC 4180, UTF-8 with a byte-order mark) or as a workbook to the reader, without ending the
 * reply. The rows are those of a replica if one has what the leader has, else the leader's; everything else is on the
 * leader. Audits the filter and the number of rows, also when the file is cut short. Throws `export-queued` when it is
 * not the user's turn yet. Once the reader was started, the reply is already broken off when this throws.
 */
export async function exportFile(
  doors: Doors,
  file: ExportedFile,
  reader: Reader,
  limits: ExportLimits,
): Promise<void> {
  const {
    turn,
    scope: first,
    state,
  } = await doors.enter(async (scope) => ({
    turn: await takeExportTurn(scope, limits.atOnce),
    scope,
    state: doors.replica && (await stateOfLeader(scope)),
  }))
  if (turn.place > 0) {
    throw new Failure('export-queued', { place: turn.place, retryAfterSeconds: askAgainAfterSeconds })
  }
  /** Writes what was sent of the file, if it was begun, and ends the turn. */
  const close = (sent?: { rows: number; endedEarly?: EarlyEnd }) =>
    doors.enterTenant(first.tenant.id, first.requestId, async (scope) => {
      const details = { filter: file.filter, ...sent }
      if (sent !== undefined) await recordAudit(scope, { ...file.event, actorId: first.actor.id, details })
      await endExportTurn(scope, turn.id)
    })
  let sender: FileSender | undefined
  let source: Backend | undefined
  const watch = new ExportWatch(limits, {
    waitedFor: () => sender?.waitedFor() ?? 0,
    checkAccess: () => doors.enter(async (scope) => requireSamePlace(scope, first)),
    goOn: () => doors.enter((scope) => goOn(scope, first, { turnId: turn.id, source })),
    gone: reader.gone,
    stopping: reader.stopping,
  })
  const start = (lines: FileLines) => (sender = new FileSender(reader.start(), () => watch.confirm(), lines))
  // A failed write is reported before the close of the connection.
  const whyNow = (): EarlyEnd => watch.end ?? (sender?.hasLostReader ? 'reader-left' : 'failed')
  let why: EarlyEnd | undefined
  const write = async (scope: ActorScope, client: DoorClient) => {
    try {
      if (file.format === 'ndjson') return await sendLines(client, await file.make(scope), start, watch.signal)
      return await sendRows(client, { ...(await file.make(scope)), format: file.format }, start, watch.signal)
    } catch (error) {
      // The reason is read at once, because the reader may also disconnect while the transaction is rolled back.
      why = whyNow()
      throw sender === undefined ? error : abandoned(error)
    }
  }
  const writeFromLeader = async (scope: ActorScope, client: DoorClient) => {
    source = await findOwnBackend(scope)
    return await write(scope, client)
  }
  try {
    const there = await doors.replica?.read(first, state, write)
    why = undefined
    const { done: rows } = there ?? { done: await doors.stream(writeFromLeader) }
    await close({ rows })
  } catch (error) {
    const ended: unknown = watch.signal.reason
    const endedEarly = why ?? whyNow()
    reader.breakOff()
    await close(sender && { rows: sender.rows, endedEarly })
    throw ended ?? error
  } finally {
    watch.stop()
  }
}

/**
 * Throws when the actor's scope has changed since the export began, when the export's turn has lapsed, or when its rows
 * come from a database that no longer leads.
 */
async function goOn(
  scope: ActorScope,
  { actor: earlier }: ActorScope,
  { turnId, source }: { turnId: string; source: Backend | undefined },
): Promise<void> {
  requireSamePlace(scope, { actor: earlier })
  if (!(await keepExportTurn(scope, turnId, source))) throw new Failure('unavailable', { reason: 'timed-out' })
}

function requireSamePlace({ actor }: ActorScope, { actor: earlier }: Pick<ActorScope, 'actor'>): void {
  if (placeOf(actor) !== placeOf(earlier)) throw new Failure('forbidden')
}

function placeOf({ userType, organisationId, groupIds }: ActorScope['actor']): string {
  return JSON.stringify([userType, organisationId, groupIds.toSorted()])
}

/**
 * Sends the rows and returns their number. Throws when it is cut short, after which the connection cannot be used
 * again.
 */
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
  // Counts the rows in the compressed part being sent; rows still in the compressor are counted later.
  const next = (text: Buffer) => {
    const added = workbook.rows - counted
    counted = workbook.rows
    return { text, rows: added }
  }
  const sender = start({ next })
  await pipeline(copied, workbook, sender, { signal })
  return sender.rows
}

/** Sends the lines of all rows and returns their number. Throws as `sendRows` does. */
async function sendLines(
  client: DoorClient,
  { rows, linesOf }: JsonContent,
  start: (lines: FileLines) => FileSender,
  signal: AbortSignal,
): Promise<number> {
  const copied = await copyRows(client, rows, signal, 'text')
  const lines = new JsonLines(linesOf)
  const sender = start({ next: (text) => ({ text, rows: countOfLines(text) }) })
  await pipeline(copied, lines, sender, { signal })
  return sender.rows
}

/** The export must not be retried once its file has begun, and its connection is unusable. */
function abandoned(error: unknown): Abandoned {
  return error instanceof Abandoned
    ? error
    : new Abandoned(error instanceof Error ? error.message : 'The export ended early')
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
