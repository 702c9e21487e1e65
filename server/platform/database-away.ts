/** Codes of errors that blame a disk: that of the database, full or broken, or that of files. */
const diskCodes = /^(53100|58030|ENOSPC|EDQUOT|EIO|EROFS)$/

/** Whether something could not be written because the disk is full, or does not take it. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (diskCodes.test((one as NodeJS.ErrnoException).code ?? '')) return true
  }
  return false
}

/**
 * Codes of errors that blame the database's reach, not the statement: class 08 (connection), 57P (shutting down, not ready
 * yet), 53200 (no memory), 53300 (too many connections), 25006 (a replica, or a primary that was demoted), and those of sockets and names.
 */
const codes =
  /^(08...|57P0[1-5]|53[23]00|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EAI_AGAIN|ENOTFOUND)$/

/** What node-postgres says without a code. */
const messages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|is not queryable/

/**
 * Whether work failed because the database could not be reached, asked in time, or written to. The same work may succeed a
 * moment later on another connection; the connection that it failed on is of no more use.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isDiskFull(error)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  // A PostgreSQL that is reached through a socket file takes the file away while it is stopped.
  if (code === 'ENOENT') return syscall === 'connect'
  return codes.test(code ?? '') || messages.test(error.message)
}

/**
 * Whether others held for too long what work needed: it waited for a lock until its limit (55P03), or each waited for the other
 * (40P01). Nothing was changed, the connection is as good as before, and the same work may succeed a moment later.
 */
export function isCrowdedOut(error: unknown): boolean {
  return error instanceof Error && /^(55P03|40P01)$/.test((error as NodeJS.ErrnoException).code ?? '')
}
