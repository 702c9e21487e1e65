import { createHash } from 'node:crypto'
import {
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { QueryConfig, QueryResult as Answer } from 'pg'
import { Newest } from '../speed/newest.ts'
import type { Tables } from '../tables.ts'
import { tenantNaming } from './tenant-naming.ts'

/** Sends statements within a transaction: a client or a wrapper of one. */
interface Sender {
  query(sent: QueryConfig): Promise<Answer>
}

/**
 * Builds queries on one client, inside the transaction that the door has opened on it; it cannot begin or end a
 * transaction itself. Every query names the tenant (see `tenantNaming`). Queries that are started together travel
 * together, because the client pipelines them.
 */
export function boundKysely(client: Sender, tenantId: string): Kysely<Tables> {
  const connection = new ClientConnection(client)
  const provider: ConnectionProvider = { provideConnection: (consume) => consume(connection) }
  const executor = new DefaultQueryExecutor(compiler, adapter, provider, [tenantNaming(tenantId)])
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}

// Stateless, so all transactions share it: creating one for each was a fifth of the garbage of a recording.
const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver: Driver = {
  init: () => Promise.resolve(),
  acquireConnection: () => Promise.reject(new Error('The door opens connections')),
  beginTransaction: () => Promise.reject(new Error('The door opens transactions')),
  commitTransaction: () => Promise.reject(new Error('The door ends transactions')),
  rollbackTransaction: () => Promise.reject(new Error('The door ends transactions')),
  releaseConnection: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
}
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}

/** PostgreSQL's code for every statement that follows a failed one in its transaction (in_failed_sql_transaction). */
const afterFailure = '25P02'

class ClientConnection implements DatabaseConnection {
  readonly #client: Sender
  #failure: unknown

  constructor(client: Sender) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#client
      .query({
        text: query.sql,
        values: [...query.parameters],
        name: nameOf(query.sql),
      })
      .catch((error: unknown) => {
        throw this.#reasonOf(error)
      })
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** Statements travel together, so the first error that is not a consequence of another one is kept as the reason. */
  #reasonOf(error: unknown): unknown {
    const isOnlyAfter = error instanceof Error && 'code' in error && error.code === afterFailure
    if (!isOnlyAfter) this.#failure = error
    return isOnlyAfter ? (this.#failure ?? error) : error
  }

  // eslint-disable-next-line require-yield -- the interface asks for a generator; exports stream with COPY instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Large results are streamed with COPY')
  }
}

/** Names of prepared statements by their text. Texts differ by filter, order and kind of scope: a few hundred. */
const names = new Newest<string>(500)

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.keep(text, name)
  return name
}
