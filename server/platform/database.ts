import pg, { DatabaseError } from 'pg'
import { askKnown, KnownColumns, type Way } from './known-query.ts'
import { renewing } from './outdated-plans.ts'

/** A connection that cannot be opened in this time, in milliseconds, fails whoever waits for it. */
const connectLimitMs = 10_000

/**
 * A silent network is asked for a sign of life after this many milliseconds without traffic, and given up 10 s later.
 * An answer that is awaited is not covered by that, but by the limit of queries.
 */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** A little more than the server's own limit of 30 s (`roles.ts`), so that it only strikes where nobody answers any more. */
const defaultQueryLimitMs = 35_000

/**
 * A pool whose connections are in pipeline mode: queries of one client that are issued without awaiting
 * each other travel in one round trip, in order, each with its own result.
 *
 * What that means for a transaction: when one of its statements fails, those behind it fail with 25P02,
 * and a COMMIT that was already sent answers with the command `ROLLBACK` instead of an error. Await every
 * promise (`Promise.all` on the whole batch) and check the COMMIT's `command`, or send it separately.
 *
 * Custom query classes (COPY streams, cursors) are refused by a pipelined client: pass
 * `pipeline: false` for the pool that serves them.
 *
 * A connection that breaks fails the queries on it and is replaced; so is one that leaves a query unanswered. Tell `release` of an error for which `isDatabaseAway` is true, so that the connection is not used again.
 *
 * Values: bigint as number, date as 'YYYY-MM-DD', timestamptz as Date.
 */
export function createPool(options: {
  url: string
  /** Most connections at once. */
  size: number
  /** Told when a connection breaks; the pool replaces it by itself. */
  onError: (error: Error) => void
  pipeline?: boolean
  /** A query that is not answered in so many milliseconds fails, and its connection with it; 0 for streams that may take any time. */
  queryLimitMs?: number
}): pg.Pool {
  const { url, size, onError, pipeline = true, queryLimitMs = defaultQueryLimitMs } = options
  const config: PoolConfig = {
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
  const way: Way = { isPooled: false }
  const columns = new WeakMap<pg.PoolClient, KnownColumns>()
  pool.on('acquire', (client) => columns.get(client)?.begin())
  // The pool listens to connections that are idle only, and an error without a listener ends the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    if (pipeline) columns.set(client, sendTogether(client, pool, way))
    client.query = renewing(client, client.query.bind(client)) as typeof client.query
  })
  pool.on('error', () => undefined)
  return pool
}

/** A client of a pipelined pool. */
export interface PipelinedClient extends pg.PoolClient {
  /**
   * Sends what was issued so far, where nothing else is under way in this pool: the database works on it while what follows is
   * being prepared. Otherwise that saves nobody's time, and costs a packet.
   */
  sendAhead(): void
  /** See `KnownColumns`. */
  isAnsweredBy(process: number): boolean
}

/**
 * Sends in one packet the queries that are issued without awaiting something from outside between them, such as those that code
 * which was resumed by one answer issues: each packet costs the sender and the database as much as a small statement.
 */
function sendTogether(client: pg.PoolClient, pool: pg.Pool, way: Way): KnownColumns {
  const { stream } = (client as unknown as { connection: pg.Connection }).connection // missing from its types
  const columns = new KnownColumns(way, () => (client as unknown as { processID: unknown }).processID) // missing from its types
  const query = askKnown(columns, client.query.bind(client) as (...sent: unknown[]) => unknown)
  let isHeld = false
  const sendAll = () => {
    isHeld = false
    stream.uncork()
  }
  const queryTogether = (...sent: unknown[]) => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      // Once all that is ready to run has run: ticks come before promises that are settled, unless those run already.
      queueMicrotask(() => process.nextTick(sendAll))
    }
    return query(...sent)
  }
  const sendAhead = () => {
    const isAlone = pool.totalCount - pool.idleCount === 1
    if (!isHeld || !isAlone) return
    stream.uncork()
    stream.cork()
  }
  const isAnsweredBy = (process: number) => columns.isAnsweredBy(process)
  Object.assign(client, { query: queryTogether, sendAhead, isAnsweredBy } satisfies Record<string, unknown>)
  return columns
}

/**
 * Opens one connection, for work that is no request's; the caller ends it. When it breaks, that work's queries fail, and
 * nothing else does. `name` is what PostgreSQL shows of it.
 */
export async function openConnection(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectLimitMs,
    ...keepAlive,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type PoolConfig = pg.PoolConfig & { pipeline: boolean }

const parseText = (text: string): string => text

/** Counts and sums fit a number; one that does not is a defect and must not be rounded silently. */
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

/** For a query whose values are wanted as the database sends them, with `rowMode: 'array'`. */
export const asTexts = { getTypeParser: () => parseText }

/** What a row of such a query says, by the names of its columns, from this column on. */
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
 * Waits for a change and answers whether it changed a row: its statement answers that row, or nothing. False, too, when
 * another row has what is unique; then the transaction can only be rolled back.
 */
export async function isChanged(change: Promise<unknown>): Promise<boolean> {
  try {
    return (await change) !== undefined
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** Whether a statement failed because another row has what is unique. */
export function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505'
}
