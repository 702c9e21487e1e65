/**
 * Codes of errors that blame the database's reach, not the statement: class 08 (connection), 57P (shutting down, not ready
 * yet), 53300 (too many connections), 25006 (a replica, or a primary that was demoted), and those of sockets and names.
 */
const codes =
  /^(08...|57P0[1-5]|53300|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EAI_AGAIN|ENOTFOUND)$/

/** What node-postgres says without a code. */
const messages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|is not queryable/

/**
 * Whether work failed because the database could not be reached, asked in time, or written to. The same work may succeed a
 * moment later on another connection; the connection that it failed on is of no more use.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A PostgreSQL that is reached through a socket file takes the file away while it is stopped.
  if (code === 'ENOENT') return syscall === 'connect'
  return codes.test(code ?? '') || messages.test(error.message)
}
