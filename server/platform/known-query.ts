import pg from 'pg'
import { ColumnsChanged, isPrepared } from './outdated-plans.ts'

/** The part of a connection's methods that a query uses to ask for descriptions. */
interface Sender {
  describe(part: unknown): void
}

/** PostgreSQL's description of the columns of a statement. */
interface Description {
  fields: readonly pg.FieldDef[]
}

/** A description with the parsers that pg's result derived from it for reading rows. */
interface Reading extends Description {
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** The kept description of a statement, with the types setting that its parsers were chosen for. */
interface Known {
  types: unknown
  reading: Reading
}

type Done = (error: Error | null, result: pg.QueryResult) => void

/** `pg.Query` with the members that its types lack. */
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
 * A query of a prepared statement whose columns are described once per connection. Sending, parsing and choosing
 * parsers for forty columns took a tenth of a request. The description stays valid while the same PostgreSQL process
 * answers, because a statement whose columns changed fails there (see `KnownColumns`).
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

/** `isPooled` is set once any client of the pool was answered by a PostgreSQL process other than its own. */
export interface Way {
  isPooled: boolean
}

/**
 * The known columns of one client's prepared statements. They are only used while the PostgreSQL process of the
 * client's connection answers. Behind a pooler any process may answer, with statements that were prepared at another
 * time and have other columns.
 */
export class KnownColumns {
  readonly #way: Way
  readonly #own: () => unknown
  readonly #known = new Map<string, Known>()
  #isOwn = true
  #wasUsed = false

  /** `own` returns the process id that the client was given when it connected. */
  constructor(way: Way, own: () => unknown) {
    this.#way = way
    this.#own = own
  }

  /** Must be called when the client begins other work. */
  begin(): void {
    this.#wasUsed = false
  }

  /**
   * Must be called with the process that answered in this transaction. Returns false when that is not the client's own
   * and known columns were already used, so that nothing read in this transaction may be used. From then on every
   * statement is described each time.
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

/** Wraps a client's `query` so that prepared statements use their known columns. Other statements are sent as usual. */
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
      // pg does so too, so that the stack leads to the caller and not to the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }
}
