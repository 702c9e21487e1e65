import { DatabaseError, type ClientBase, type QueryConfig } from 'pg'

/**
 * Grows whenever a prepared statement failed because its columns had changed. It is part of later statements' texts, by
 * which this process and any pooler tell them apart, so that all are prepared anew.
 */
let generation = 0

/** Clients with such a failure, whose prepared statements are useless. */
const outdated = new WeakSet<object>()

/** Tells whether a statement failed on this client because a column had changed since it was prepared. */
export function hasOutdatedPlans(client: object): boolean {
  return outdated.has(client)
}

/** Wraps a client's `query` so that statements are prepared anew after a change of columns. */
export function renewing(client: ClientBase, send: (...sent: unknown[]) => unknown): (...sent: unknown[]) => unknown {
  return (...sent) => {
    const [config, ...more] = sent
    if (more.length > 0 || !isPrepared(config)) return send(...sent)
    const sentIn = generation
    const answer = send(sentIn === 0 ? config : renewed(config, sentIn))
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (isOutdated(error)) {
        outdated.add(client)
        if (sentIn === generation) generation += 1
      }
      throw error
    })
  }
}

/** Thrown when a row's columns differ from the statement's description. */
export class ColumnsChanged extends Error {
  constructor() {
    super('The columns of a prepared statement have changed')
    this.name = 'ColumnsChanged'
  }
}

function renewed(config: QueryConfig & { name: string }, to: number): QueryConfig {
  return { ...config, name: `${config.name}.${to}`, text: `${config.text} /* ${to} */` }
}

/** Checks the error's code and source routine, because its message depends on the database's language. */
function isOutdated(error: unknown): boolean {
  if (error instanceof ColumnsChanged) return true
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

export function isPrepared(config: unknown): config is QueryConfig & { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'
}
