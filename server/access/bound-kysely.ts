import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { PoolClient } from 'pg'
import type { Tables } from './tables.ts'

/**
 * Kysely on one checked-out client, inside the transaction that the door has opened on it. It cannot begin or end a
 * transaction itself. Queries that are started together travel together (the client pipelines them).
 */
export function boundKysely(client: PoolClient): Kysely<Tables> {
  const connection = new ClientConnection(client)
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: () => Promise.reject(new Error('The door opens transactions')),
    commitTransaction: () => Promise.reject(new Error('The door ends transactions')),
    rollbackTransaction: () => Promise.reject(new Error('The door ends transactions')),
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class ClientConnection implements DatabaseConnection {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#client.query(query.sql, [...query.parameters])
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  // eslint-disable-next-line require-yield -- the interface asks for a generator; exports stream with COPY instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Large results are streamed with COPY')
  }
}
