import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Abandoned, type DoorClient } from '../access/door.ts'
import type { ActorScope } from '../access/scope.ts'
import { recordAudit } from '../access/audit.ts'
import { csvColumns } from './csv-repository.ts'
import { copyRecords, getExportSettings, type ExportQuery } from './export-repository.ts'

const byteOrderMark = '\uFEFF'

/**
 * Writes the filtered records as CSV (RFC 4180, UTF-8 with a byte-order mark) to `output`, without ending it, and
 * audits the filter and the number of rows. Throws `Abandoned` when the reader goes away or the database stops.
 * `start` is called once the first rows can flow, so that an error before that is still an ordinary reply.
 */
export async function exportTestRecords(
  scope: ActorScope,
  client: DoorClient,
  query: ExportQuery,
  start: () => Writable,
): Promise<void> {
  const settings = await getExportSettings(scope)
  const columns = csvColumns({
    locale: scope.locale,
    subjectKind: settings.subjects.kind,
    customIdLabels: settings.subjects,
    datePattern: settings.date_pattern,
    dateTimePattern: settings.date_time_pattern,
  })
  const records = await copyRecords(scope, client, query, columns)
  const output = start()
  output.write(`${byteOrderMark}${columns.map(({ header }) => quoted(header)).join(',')}\r\n`)
  const lines = new CarriageReturns()
  try {
    await pipeline(records, lines, output, { end: false })
  } catch (error) {
    throw new Abandoned(error instanceof Error ? error.message : 'The export ended early')
  }
  await recordAudit(scope, {
    action: 'test-record.exported',
    resourceType: 'test-record',
    details: { filter: withoutSearch(query), rows: rowsOf(records) },
  })
}

/** pg-copy-streams counts what it has streamed. */
function rowsOf(records: unknown): number | undefined {
  return typeof records === 'object' &&
    records !== null &&
    'rowCount' in records &&
    typeof records.rowCount === 'number'
    ? records.rowCount
    : undefined
}

/** The audit keeps that a search was made, not what it was: it may name a person. */
function withoutSearch({ search, ...filter }: ExportQuery) {
  return search ? { ...filter, search: true } : filter
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** PostgreSQL ends lines with LF, RFC 4180 wants CR LF. One-byte text keeps every other byte as it is. */
class CarriageReturns extends Transform {
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, data: Buffer) => void): void {
    done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))
  }
}
