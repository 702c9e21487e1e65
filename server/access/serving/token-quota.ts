import { tokenRequestsPerMinute } from '../../../contract/limits-and-times.ts'
import { Failure } from '../../platform/failure.ts'
import type { ActorScope } from '../scope.ts'
import { Newest } from '../speed/newest.ts'
import { takePortion } from './throttle.ts'

/** The requests after which a process tells the database how many it has let through. It must divide the quota. */
const portion = 30

const minute = 60_000

interface Counted {
  requests: number
  /** Times by `performance`. */
  startedAt: number
  closedUntil: number
}

/**
 * Counts the requests of each token. A process counts by itself and exactly; several processes share their counts in
 * portions, so that most requests write nothing. Together they let through at most a portion more for each process.
 */
export class TokenQuota {
  readonly #counted = new Newest<Counted>(1000)

  /** Counts a request of the actor's token. Throws `too-many-attempts` when it has sent all of this minute. */
  async spend(scope: ActorScope): Promise<void> {
    const { id } = scope.actor
    const now = performance.now()
    const before = this.#counted.get(id)
    const isOver = before === undefined || now >= Math.max(before.startedAt + minute, before.closedUntil)
    const counted = isOver ? { requests: 0, startedAt: now, closedUntil: 0 } : before
    this.#counted.keep(id, counted)
    if (now < counted.closedUntil) throw tooMany(counted.closedUntil - now)
    if (counted.requests === tokenRequestsPerMinute) throw tooMany(counted.startedAt + minute - now)
    counted.requests += 1
    if (counted.requests % portion !== 0) return
    const counter = { key: `token:${id}`, attempts: tokenRequestsPerMinute, minutes: 1 }
    const wait = await takePortion(scope, counter, portion, now - counted.startedAt)
    if (wait === 0) return
    counted.closedUntil = now + wait * 1000
    throw tooMany(wait * 1000)
  }
}

function tooMany(milliseconds: number): Failure {
  return new Failure('too-many-attempts', {
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
    says: { phrase: 'mail:token.tooMany', values: {} },
  })
}
