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

/** Names of the statements that were prepared on each client. PostgreSQL keeps the plan of each until the connection ends. */
const prepared = new WeakMap<object, Set<string>>()
/** A connection with more prepared statements than this is replaced. A few hundred texts are in use at any time. */
const mostPrepared = 1000

/** Tells whether so many statements were prepared on a client that its connection should be replaced. */
export function holdsTooMany(client: object): boolean {
  return (prepared.get(client)?.size ?? 0) > mostPrepared
}

/** Wraps a client's `query` so that its prepared statements are counted, and prepared anew after a change of columns. */
export function renewing(client: ClientBase, send: (...sent: unknown[]) => unknown): (...sent: unknown[]) => unknown {
  const names = new Set<string>()
  prepared.set(client, names)
  return (...sent) => {
    const [config, ...more] = sent
    if (more.length > 0 || !isPrepared(config)) return send(...sent)
    names.add(config.name)
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

function renewed(config: QueryConfig & { name: string }, to: number): QueryConfig {
  return { ...config, name: `${config.name}.${to}`, text: `${config.text} /* ${to} */` }
}

/** Checks the error's code and source routine, because its message depends on the database's language. */
function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

function isPrepared(config: unknown): config is QueryConfig & { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'
}
