import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { askAgainAfterSeconds } from '../../contract/test-records/endpoints.ts'
import { Abandoned, type Door } from '../access/door.ts'
import type { DoorClient } from '../access/opening.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { recordAudit } from '../access/audit.ts'
import { Failure } from '../platform/failure.ts'
import { csvColumns } from './csv-repository.ts'
import { CsvSender } from './csv-sender.ts'
import { copyRecords, getExportSettings, type ExportQuery } from './export-repository.ts'
import { endExportTurn, keepExportTurn, takeExportTurn } from './export-turns-repository.ts'
import { ExportWatch, type EarlyEnd, type ExportTimes } from './export-watch.ts'

const byteOrderMark = '\uFEFF'

/** Access is looked at again after as long as the second request of a suspended user would take to be refused. */
export const exportTimes: ExportTimes = { checkEvery: 2_000, stalledAfter: 30_000 }

/** What bounds exports: how many run at once in all processes together, and how each is watched. */
export type ExportLimits = ExportTimes & { atOnce: number }

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
}

/**
 * Writes the filtered records as CSV (RFC 4180, UTF-8 with a byte-order mark) to the reader, without ending it, and
 * audits the filter and the number of rows, also of a file that was broken off. Throws `export-queued` when it is not
 * the user's turn yet; once the reader was started, whatever it throws, the reply is broken off already.
 */
export async function exportTestRecords(
  doors: Doors,
  query: ExportQuery,
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
  let sender: CsvSender | undefined
  const watch = new ExportWatch(limits, {
    waitedFor: () => sender?.waitedFor() ?? 0,
    checkAccess: () => doors.enter((scope) => goOn(scope, first, turn.id)),
    gone: reader.gone,
  })
  const start = () => (sender = new CsvSender(reader.start()))
  try {
    await doors.stream(async (scope, client) => {
      const rows = await sendRecords(scope, client, query, start, watch.signal)
      await auditExport(scope, scope.actor.id, query, { rows })
      await endExportTurn(scope, turn.id)
    })
  } catch (error) {
    const ended: unknown = watch.signal.reason
    // Of the first thing that went wrong: breaking off makes the reader go away as well.
    // A failed write is told before the connection's end.
    const endedEarly: EarlyEnd = watch.end ?? (sender?.hasLostReader ? 'reader-left' : 'failed')
    reader.breakOff()
    await doors.enterTenant(first.tenant.id, first.requestId, async (scope) => {
      if (sender !== undefined) {
        await auditExport(scope, first.actor.id, query, { rows: sender.rows, endedEarly })
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
  if (placeOf(scope.actor) !== placeOf(earlier)) throw new Failure('forbidden')
  if (!(await keepExportTurn(scope, turnId))) throw new Failure('unavailable')
}

function placeOf({ userType, organisationId, groupIds }: ActorScope['actor']): string {
  return JSON.stringify([userType, organisationId, groupIds.toSorted()])
}

/** Answers how many rows were sent. Throws `Abandoned` when that ended in the middle, with the connection in use. */
async function sendRecords(
  scope: ActorScope,
  client: DoorClient,
  query: ExportQuery,
  start: () => CsvSender,
  signal: AbortSignal,
): Promise<number> {
  const settings = await getExportSettings(scope)
  const columns = csvColumns({
    locale: scope.locale,
    subjectKind: settings.subjects.kind,
    customIdLabels: settings.subjects,
    datePattern: settings.date_pattern,
    dateTimePattern: settings.date_time_pattern,
  })
  const records = await copyRecords(scope, client, query, columns, signal)
  const sender = start()
  sender.begin(`${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`)
  try {
    await pipeline(records, sender, { signal })
  } catch (error) {
    throw new Abandoned(error instanceof Error ? error.message : 'The export ended early')
  }
  return sender.rows
}

/** `rows` are those that were sent; `endedEarly` is why there are not more, of a file that is not whole. */
function auditExport(
  scope: Scope,
  actorId: string,
  query: ExportQuery,
  sent: { rows: number; endedEarly?: EarlyEnd },
): Promise<void> {
  return recordAudit(scope, {
    action: 'test-record.exported',
    actorId,
    resourceType: 'test-record',
    details: { filter: withoutSearch(query), ...sent },
  })
}

/** The audit keeps that a search was made, not what it was: it may name a person. */
function withoutSearch({ search, ...filter }: ExportQuery) {
  return search ? { ...filter, search: true } : filter
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
