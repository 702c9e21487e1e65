import pg from 'pg'

/** What a connection does to send a query, as far as it is told here what to leave out. */
interface Sender {
  describe(part: unknown): void
}

/** What PostgreSQL says of the columns of a statement's rows. */
interface Description {
  fields: readonly pg.FieldDef[]
}

type Done = (error: Error | null, result: pg.QueryResult) => void

/** `pg.Query`, with what its types leave out of it. */
const PlainQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  done: Done,
) => {
  name: string
  submit(sender: Sender): Error | null
  handleRowDescription(description: Description): void
}

/**
 * A query of a prepared statement, whose columns are described once on each connection: to say of forty columns what they are, and to
 * read that, was 4 to 11% of a request. They stay the same, as a statement that would answer others fails.
 */
class KnownQuery extends PlainQuery {
  readonly #known: Map<string, Description>

  constructor(config: pg.QueryConfig, known: Map<string, Description>, done: Done) {
    super(config, undefined, done)
    this.#known = known
  }

  override submit(sender: Sender): Error | null {
    const description = this.#known.get(this.name)
    if (description === undefined) return super.submit(sender)
    const failure = super.submit(Object.create(sender, { describe: { value: () => undefined } }) as Sender)
    super.handleRowDescription(description)
    return failure
  }

  override handleRowDescription(description: Description): void {
    this.#known.set(this.name, description)
    super.handleRowDescription(description)
  }
}

/** Asks prepared statements of one client so; `send` is its `query`. The rest is asked as ever. */
export function askKnown(send: (...sent: unknown[]) => unknown): (...sent: unknown[]) => unknown {
  const known = new Map<string, Description>()
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
