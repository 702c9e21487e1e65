import pg from 'pg'

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
 * Values: bigint as number, date as 'YYYY-MM-DD', timestamptz as Date.
 */
export function createPool(options: {
  url: string
  /** Most connections at once. */
  size: number
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  onError: (error: Error) => void
  pipeline?: boolean
}): pg.Pool {
  const { url, size, onError, pipeline = true } = options
  const config: PoolConfig = {
    connectionString: url,
    max: size,
    pipeline,
    types: { getTypeParser },
    application_name: 'lateral',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  }
  const pool = new pg.Pool(config)
  pool.on('error', onError)
  return pool
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

/** Whether a statement failed because a row like it is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
