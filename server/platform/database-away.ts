/** Error codes of a full or broken disk, of the database or for files. */
const diskCodes = /^(53100|58030|ENOSPC|EDQUOT|EIO|EROFS)$/

/** Tells whether a write failed because the disk is full or refuses it. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (diskCodes.test((one as NodeJS.ErrnoException).code ?? '')) return true
  }
  return false
}

/**
 * Error codes that are about reaching the database and not about the statement: class 08 (connection), 57P (shutting
 * down or not ready), 53200 (out of memory), 53300 (too many connections), 25006 (a replica or a demoted primary), and
 * those of sockets and names.
 */
const codes =
  /^(08...|57P0[1-5]|53[23]00|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EAI_AGAIN|ENOTFOUND)$/

/** Messages of node-postgres for errors without a code. */
const messages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|is not queryable/

/**
 * What Citus says under the code of every internal error, XX000, where the server of a tenant was lost in a transaction:
 * its own two messages, and two of the library by which it talks to that server. One PostgreSQL says none of them.
 */
const lostServer =
  /^(could not commit transaction for shard \d+ on at least one active node|failure on connection marked as essential|server closed the connection unexpectedly|no connection to the server)/

/**
 * Tells whether work failed because the database could not be reached, did not answer in time, or could not write. A
 * retry on another connection may succeed a moment later; the failed connection must be dropped.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isDiskFull(error)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  // A PostgreSQL on a Unix socket removes the socket's file while it is stopped.
  if (code === 'ENOENT') return syscall === 'connect'
  if (code === 'XX000') return lostServer.test(error.message)
  return codes.test(code ?? '') || messages.test(error.message)
}

/** Tells whether no connection to the database, or no answer from it, came in time. */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && /timeout exceeded when trying to connect|Query read timeout/.test(error.message)
}

/**
 * Tells whether work failed because of other transactions: by the lock timeout (55P03) or a deadlock (40P01). Nothing
 * was changed, the connection is intact, and a retry may succeed a moment later.
 */
export function isCrowdedOut(error: unknown): boolean {
  return error instanceof Error && /^(55P03|40P01)$/.test((error as NodeJS.ErrnoException).code ?? '')
}
