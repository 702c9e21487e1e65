import pg from 'pg'
import { ColumnsChanged, isPrepared } from './outdated-plans.ts'

/** What a connection does to send a query, as far as it is told here what to leave out. */
interface Sender {
  describe(part: unknown): void
}

/** What PostgreSQL says of the columns of a statement's rows. */
interface Description {
  fields: readonly pg.FieldDef[]
}

/** What pg's own result makes of that, to read rows by. */
interface Reading extends Description {
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** What is kept of a statement: how its rows are read, and with which parsers that was asked for. */
interface Known {
  types: unknown
  reading: Reading
}

type Done = (error: Error | null, result: pg.QueryResult) => void

/** `pg.Query`, with what its types leave out of it. */
const PlainQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  done: Done,
) => {
  name: string
  types: unknown
  _result: Reading
  submit(sender: Sender): Error | null
  handleRowDescription(description: Description): void
  handleDataRow(row: { fields: readonly unknown[] }): void
  _canceledDueToError: Error | false
}

/**
 * A query of a prepared statement, whose columns are described once on each connection: to say of forty columns what they are, to
 * read that and to choose a parser for each was a tenth of a request. They stay the same as long as the same process of PostgreSQL
 * answers, as a statement that would answer others fails there (see `KnownColumns`).
 */
class KnownQuery extends PlainQuery {
  readonly #columns: KnownColumns

  constructor(config: pg.QueryConfig, columns: KnownColumns, done: Done) {
    super(config, undefined, done)
    this.#columns = columns
  }

  override submit(sender: Sender): Error | null {
    const known = this.#columns.use(this.name)
    if (known === undefined) return super.submit(sender)
    const failure = super.submit(Object.create(sender, { describe: { value: () => undefined } }) as Sender)
    this.#readAs(known)
    return failure
  }

  #readAs({ types, reading }: Known): void {
    const isAskedAlike = types === this.types
    super.handleRowDescription(isAskedAlike ? noColumns : reading)
    if (isAskedAlike) Object.assign(this._result, reading)
  }

  override handleRowDescription(description: Description): void {
    super.handleRowDescription(description)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#columns.keep(this.name, { types: this.types, reading: { fields, _parsers, _prebuiltEmptyResultObject } })
  }

  override handleDataRow(row: { fields: readonly unknown[] }): void {
    if (row.fields.length === this._result.fields.length) super.handleDataRow(row)
    else this._canceledDueToError = new ColumnsChanged()
  }
}

/** Whether any client of a pool was answered by another process of PostgreSQL than its own. */
export interface Way {
  isPooled: boolean
}

/**
 * What is known of the columns of one client's prepared statements. It is used only while the process of PostgreSQL that the
 * client was given at its beginning has answered: behind a pooler another may answer each time, where the statement was prepared at
 * another time and has other columns.
 */
export class KnownColumns {
  readonly #way: Way
  readonly #own: () => unknown
  readonly #known = new Map<string, Known>()
  #isOwn = true
  #wasUsed = false

  /** `own` tells the process that the client was given. */
  constructor(way: Way, own: () => unknown) {
    this.#way = way
    this.#own = own
  }

  /** Told that the client begins with other work. */
  begin(): void {
    this.#wasUsed = false
  }

  /**
   * Told which process has answered in this transaction. False when it is not the client's own and something may have been read
   * wrongly: nothing of this transaction may be used. From then on each statement is described each time.
   */
  isAnsweredBy(process: number): boolean {
    this.#isOwn = process === this.#own()
    if (this.#isOwn) return true
    this.#way.isPooled = true
    return !this.#wasUsed
  }

  use(name: string): Known | undefined {
    if (!this.#isOwn || this.#way.isPooled) return undefined
    const known = this.#known.get(name)
    this.#wasUsed ||= known !== undefined
    return known
  }

  keep(name: string, known: Known): void {
    if (!this.#way.isPooled) this.#known.set(name, known)
  }
}

const noColumns: Description = { fields: [] }

/** Asks prepared statements of one client so; `send` is its `query`. The rest is asked as ever. */
export function askKnown(
  columns: KnownColumns,
  send: (...sent: unknown[]) => unknown,
): (...sent: unknown[]) => unknown {
  return (...sent) => {
    const [config] = sent
    if (sent.length > 1 || !isPrepared(config)) return send(...sent)
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      send(new KnownQuery(config, columns, (error, result) => (error ? reject(error) : resolve(result))))
    })
    return answer.catch((error: Error) => {
      // As pg does it: a stack that leads back to whoever asked, not to the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }
}
