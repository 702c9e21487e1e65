import { DatabaseError, type ClientBase, type QueryConfig } from 'pg'

/**
 * Grows whenever the columns of a prepared statement turned out to have changed. Statements that are sent from then on are prepared
 * anew, here and by a pooler on the way, as both tell them apart by their texts.
 */
let generation = 0

/** Clients on which such a statement was met: what they have prepared is of no more use. */
const outdated = new WeakSet<object>()

/** Whether a statement failed on a client because it had been prepared before a column of what it answers changed. */
export function hasOutdatedPlans(client: object): boolean {
  return outdated.has(client)
}

/** Sends statements so that what was prepared before a change of columns is prepared anew after it; `send` is the client's `query`. */
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

/** Thrown where an answer has other columns than its statement was described with. */
export class ColumnsChanged extends Error {
  constructor() {
    super('The columns of a prepared statement have changed')
    this.name = 'ColumnsChanged'
  }
}

function renewed(config: QueryConfig & { name: string }, to: number): QueryConfig {
  return { ...config, name: `${config.name}.${to}`, text: `${config.text} /* ${to} */` }
}

/** Its words are in the language of the database; where in PostgreSQL it comes from is not. */
function isOutdated(error: unknown): boolean {
  if (error instanceof ColumnsChanged) return true
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

export function isPrepared(config: unknown): config is QueryConfig & { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'
}
