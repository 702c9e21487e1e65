import pg from 'pg'

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
}

/**
 * A query of a prepared statement, whose columns are described once on each connection: to say of forty columns what they are, to
 * read that and to choose a parser for each was a tenth of a request. They stay the same, as a statement that would answer others fails.
 */
class KnownQuery extends PlainQuery {
  readonly #known: Map<string, Known>

  constructor(config: pg.QueryConfig, known: Map<string, Known>, done: Done) {
    super(config, undefined, done)
    this.#known = known
  }

  override submit(sender: Sender): Error | null {
    const known = this.#known.get(this.name)
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
    this.#known.set(this.name, { types: this.types, reading: { fields, _parsers, _prebuiltEmptyResultObject } })
  }
}

const noColumns: Description = { fields: [] }

/** Asks prepared statements of one client so; `send` is its `query`. The rest is asked as ever. */
export function askKnown(send: (...sent: unknown[]) => unknown): (...sent: unknown[]) => unknown {
  const known = new Map<string, Known>()
  return (...sent) => {
    const [config] = sent
    if (sent.length > 1 || !isPrepared(config)) return send(...sent)
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      send(new KnownQuery(config, known, (error, result) => (error ? reject(error) : resolve(result))))
    })
    return answer.catch((error: Error) => {
      // As pg does it: a stack that leads back to whoever asked, not to the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }
}

function isPrepared(config: unknown): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'
}
