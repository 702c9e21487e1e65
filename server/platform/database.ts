import pg, { DatabaseError } from 'pg'
import { observePoolWait, type PoolName } from './counters.ts'
import { renewing } from './prepared-statements.ts'

/** The default milliseconds after which opening a connection fails. */
const defaultConnectLimitMs = 10_000

/**
 * A connection without traffic is probed after this many milliseconds and given up 10 s later. This does not cover a
 * pending answer, which the query limit does.
 */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * A little longer than the server's own limit of 30 s (`roles.ts`), so that it only applies when nothing answers any
 * more.
 */
const defaultQueryLimitMs = 35_000

/**
 * Makes a pool whose connections are in pipeline mode: queries that a client issues without awaiting each other travel
 * in one round trip, in order, each with its own result. When a statement of a transaction fails, those behind it fail
 * with 25P02, and a COMMIT that was already sent answers with the command `ROLLBACK` instead of an error. Await every
 * promise (`Promise.all` on the whole batch) and check the COMMIT's `command`, or send it separately. Pipelined clients
 * refuse custom query classes (COPY streams, cursors): use `pipeline: false` for those.
 *
 * A broken connection fails its queries and is replaced, and so is one that leaves a query unanswered. Pass errors for
 * which `isDatabaseAway` is true to `release`, so that their connection is not used again. Values: bigint as number,
 * date as 'YYYY-MM-DD', timestamptz as Date.
 */
export function createPool(options: {
  url: string
  /** The maximum number of connections. */
  size: number
  /** Called when a connection breaks; the pool replaces it by itself. */
  onError: (error: Error) => void
  /** The name under which `/metrics` shows how long work waited for a connection; without it, it is not measured. */
  name?: PoolName
  pipeline?: boolean
  /** Milliseconds after which an unanswered query fails along with its connection; 0 for work of any duration. */
  queryLimitMs?: number
  /** Milliseconds after which opening a connection fails. */
  connectLimitMs?: number
}): pg.Pool {
  const { url, size, onError, name, pipeline = true } = options
  const { queryLimitMs = defaultQueryLimitMs, connectLimitMs = defaultConnectLimitMs } = options
  const config: pg.PoolConfig = {
    connectionString: url,
    max: size,
    pipeline,
    types: { getTypeParser },
    application_name: 'lateral',
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 60_000,
    ...keepAlive,
    query_timeout: queryLimitMs,
  }
  const pool = new pg.Pool(config)
  // The pool only listens for errors of idle connections, and an unhandled error event would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    client.query = renewing(client, client.query.bind(client)) as typeof client.query
  })
  pool.on('error', () => undefined)
  if (name !== undefined) pool.connect = measured(name, pool.connect.bind(pool) as Connect) as typeof pool.connect
  return pool
}

/** The two forms of a pool's `connect`, which its `query` uses, too. */
type Connect = (callback?: (error: Error | undefined, ...connected: unknown[]) => void) => Promise<unknown> | undefined

/** Wraps a pool's `connect` so that each wait for a connection is measured. */
function measured(name: PoolName, connect: Connect): Connect {
  return (callback) => {
    const from = performance.now()
    const measure = () => observePoolWait(name, (performance.now() - from) / 1000)
    if (callback !== undefined) {
      return connect((...connected) => {
        measure()
        callback(...connected)
      })
    }
    const connected = connect()
    connected?.then(measure, measure)
    return connected
  }
}

/** Sends a query whose answer may take any time, on a client of a pool with a limit. The caller watches over it. */
export function queryWithoutLimit<Sent extends pg.Submittable>(client: pg.ClientBase, sent: Sent): Sent {
  // Missing from its types; the limit is read as a query is sent.
  const { connectionParameters } = client as unknown as { connectionParameters: { query_timeout: number } }
  const limit = connectionParameters.query_timeout
  connectionParameters.query_timeout = 0
  try {
    return client.query(sent)
  } finally {
    connectionParameters.query_timeout = limit
  }
}

/**
 * Opens one connection for work outside requests; the caller ends it. When it breaks, only that work's queries fail.
 * `name` is its application_name in PostgreSQL.
 */
export async function openConnection(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: defaultConnectLimitMs,
    ...keepAlive,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const parseText = (text: string): string => text

/** Counts and sums fit a number. One that does not is a defect, and must not be rounded silently. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The bigint ${text} is beyond a safe integer`)
  return value
}

const ownParsers: Readonly<Record<number, (text: string) => string | number>> = {
  [pg.types.builtins.INT8]: parseBigint,
  [pg.types.builtins.DATE]: parseText,
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return ownParsers[oid] ?? (pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown)
}

/** Options of a query whose values are wanted as the database's text, together with `rowMode: 'array'`. */
export const asTexts = { getTypeParser: () => parseText }

/** Parses a row that was read with `asTexts` into an object by column name, from the column `from` on. */
export function parsed<R extends object>(
  fields: readonly pg.FieldDef[],
  texts: readonly (string | null)[],
  from = 0,
): R {
  const pairs = fields.slice(from).map(({ name, dataTypeID }, position) => {
    const text = texts[from + position] ?? null
    return [name, text === null ? null : getTypeParser(dataTypeID)(text)] as const
  })
  return Object.fromEntries(pairs) as R // the caller names its statement's columns
}

/**
 * Awaits a statement that returns the changed row, and returns whether there was one. Also returns false on a unique
 * violation, after which the transaction must be rolled back.
 */
export async function isChanged(change: Promise<unknown>): Promise<boolean> {
  try {
    return (await change) !== undefined
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** Tells whether a statement failed on a unique constraint. */
export function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505'
}
