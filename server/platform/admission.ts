import { randomInt } from 'node:crypto'
import { Failure } from './failure.ts'

/**
 * What a request may take of a busy server. Urgent work goes first, and waits for ten seconds. Usual work is refused after
 * a second of waiting. Analytics give way to all else but for a share of the turns, and wait for five seconds.
 */
export type Load = 'urgent' | 'usual' | 'analytics'

/** Somebody who asks for a connection. */
interface Asking {
  load: Load
  /** Work of one tenant waits in a queue of its own. */
  tenant: string
}

interface Waiting {
  since: number
  timer: NodeJS.Timeout
  admit: (leave: () => void) => void
}

/** The loads, each with those after it that give way to it. */
export const loads = ['urgent', 'usual', 'analytics'] as const satisfies readonly Load[]

/**
 * Milliseconds after which somebody who waits is refused. A dashboard asks for all its charts at once, and they are
 * answered one after another, so the last one waits for the others even if nobody else is there.
 */
const patienceMs: Readonly<Record<Load, number>> = { urgent: 10_000, usual: 1_000, analytics: 5_000 }

/** The most requests of one load that wait, and of these the most of one tenant. */
const places = { ofAll: 1_000, ofOneTenant: 500 }

/** After this many urgent ones in a row, somebody else who waits has a turn, so that recording alone cannot stop reading. */
const mostUrgentInARow = 8
/** After this many others in a row, analytics that wait have a turn, so that a dashboard is answered as long as lists are. */
const mostBeforeAnalytics = 16

/** What happened so far, by load. */
interface Figures {
  /** Requests that have a connection now. */
  held: number
  /** Requests that wait now. */
  waiting: number
  /** Requests that got a connection. */
  admitted: number
  /** Requests that were refused because they would have waited too long. */
  refused: number
}

/** The connections for work of one load, and what one tenant has of these at most, and if it asks too often among many. */
interface Limit {
  ofAll: number
  mostOfTenant: number
  leastOfTenant: number
}

/** A tenant asks too often that asks more than this many times a second, and more than twice as often as others do. */
const oftenPerSecond = 50

/**
 * A place that a tenant gives back which asks too often stays taken for that tenant, this many times as long as its work
 * took, so that the processors have time for others.
 */
const restFactor = 3
/** The most milliseconds that a place stays taken after its work. */
const longestRestMs = 500

/**
 * Decides who gets a connection of a pool next. Urgent work goes first and can use every connection; all else leaves a
 * fifth of them free for it, and analytics get a fifth at most. Who waits is let in by how few connections their tenant
 * has. One tenant leaves a fifth to whoever comes next, and one that asks too often gets about its share among those that
 * were there within the last seconds. Pools of fewer than five connections are too small to be divided.
 */
export class Admission {
  readonly #limits: Readonly<Record<Load, Limit>>
  readonly #observeWait: (seconds: number) => void
  readonly #present = new Present()
  readonly #held = new Held()
  readonly #heldBy = new Map<string, Held>()
  readonly #queues = { urgent: new Queue(), usual: new Queue(), analytics: new Queue() }
  readonly #done = { urgent: noneDone(), usual: noneDone(), analytics: noneDone() }
  #urgentInARow = 0
  #sinceAnalytics = 0
  #isLookingAgain = false

  /** `size` is the number of connections. `observeWait` is told the seconds of each wait, also of one that was in vain. */
  constructor(size: number, observeWait: (seconds: number) => void = () => undefined) {
    const share = Math.floor(size / 5)
    const limit = (ofAll: number, leastOfTenant: number): Limit => {
      const mostOfTenant = Math.max(1, ofAll - share)
      return { ofAll, mostOfTenant, leastOfTenant: Math.min(mostOfTenant, leastOfTenant) }
    }
    // A tenant's own reading leaves room for its recording.
    this.#limits = {
      urgent: limit(size, share + 1),
      usual: limit(size - share, Math.max(1, share)),
      analytics: limit(Math.max(1, share), 1),
    }
    this.#observeWait = observeWait
  }

  /**
   * Takes a place, at once or after a wait; call the result when the connection was given back. Throws `unavailable`
   * when the wait takes too long or too many wait already.
   */
  enter(asking: Asking): (() => void) | Promise<() => void> {
    const { load, tenant } = asking
    this.#present.note(tenant)
    if (this.#queues[load].waitingOf(tenant) > 0 || !this.#mayEnter(asking)) return this.#wait(asking)
    this.#done[load].admitted += 1
    return this.#take(asking)
  }

  figures(): Record<Load, Figures> {
    const of = (load: Load) => ({
      ...this.#done[load],
      held: this.#held.countOf(load),
      waiting: this.#queues[load].size,
    })
    return { urgent: of('urgent'), usual: of('usual'), analytics: of('analytics') }
  }

  #wait(asking: Asking): Promise<() => void> {
    const { load, tenant } = asking
    const queue = this.#queues[load]
    if (queue.size >= places.ofAll || queue.waitingOf(tenant) >= places.ofOneTenant) {
      this.#done[load].refused += 1
      return Promise.reject(crowded())
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiting: Waiting = {
      since: performance.now(),
      admit: resolve,
      timer: setTimeout(() => {
        queue.remove(tenant, waiting)
        this.#done[load].refused += 1
        this.#observeWait(patienceMs[load] / 1000)
        reject(crowded())
      }, patienceMs[load]),
    }
    queue.add(tenant, waiting)
    this.#lookAgainLater()
    return promise
  }

  /** While somebody waits, looks every second whether their tenant has stopped asking too often, even if nobody leaves. */
  #lookAgainLater(): void {
    if (this.#isLookingAgain) return
    this.#isLookingAgain = true
    setTimeout(() => {
      this.#isLookingAgain = false
      this.#present.turn()
      this.#admitAll()
      if (loads.some((load) => this.#queues[load].size > 0)) this.#lookAgainLater()
    }, 1_000)
  }

  #hasRoom(load: Load): boolean {
    return countedIn(load).every((counted) => this.#held.upTo(counted) < this.#limits[counted].ofAll)
  }

  #mayEnter({ load, tenant }: Asking): boolean {
    if (!this.#hasRoom(load)) return false
    const heldByTenant = this.#heldBy.get(tenant)
    const asksTooOften = this.#present.asksTooOften(tenant)
    return countedIn(load).every((counted) => {
      const { mostOfTenant, leastOfTenant } = this.#limits[counted]
      const share = asksTooOften ? Math.max(leastOfTenant, this.#fairShare(counted)) : mostOfTenant
      return (heldByTenant?.upTo(counted) ?? 0) < Math.min(mostOfTenant, share)
    })
  }

  /** The connections that each tenant would have if all that are there had as many. */
  #fairShare(load: Load): number {
    return Math.ceil(this.#limits[load].ofAll / this.#present.count())
  }

  #heldByTenant(tenant: string): number {
    return this.#heldBy.get(tenant)?.upTo('urgent') ?? 0
  }

  #take({ load, tenant }: Asking): () => void {
    const heldByTenant = this.#heldBy.get(tenant) ?? new Held()
    this.#heldBy.set(tenant, heldByTenant)
    this.#held.add(load, 1)
    heldByTenant.add(load, 1)
    const since = performance.now()
    let hasLeft = false
    const leave = () => {
      heldByTenant.add(load, -1)
      if (heldByTenant.upTo('urgent') === 0) this.#heldBy.delete(tenant)
      this.#admitAll()
    }
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#held.add(load, -1)
      const rest = this.#present.asksTooOften(tenant) ? (performance.now() - since) * restFactor : 0
      if (rest === 0) return leave()
      setTimeout(leave, Math.min(longestRestMs, rest))
      this.#admitAll()
    }
  }

  /** Lets in who waits and may enter. These are several when a tenant has stopped asking too often. */
  #admitAll(): void {
    while (this.#admitNext());
  }

  /** Lets one in who waits, first of the tenants that have less than their share. Returns false if nobody may enter. */
  #admitNext(): boolean {
    const usualOrder = this.#urgentInARow < mostUrgentInARow ? loads : othersFirst
    const order = this.#sinceAnalytics < mostBeforeAnalytics ? usualOrder : analyticsFirst
    const fairShare = this.#fairShare('urgent')
    for (const most of [fairShare, Number.POSITIVE_INFINITY]) {
      for (const load of order) {
        const tenant = this.#nextOf(load, most)
        if (tenant !== undefined) return this.#admit({ load, tenant })
      }
    }
    return false
  }

  /** Finds the tenant that has the fewest connections, fewer than `most`, of those that wait and may enter. */
  #nextOf(load: Load, most: number): string | undefined {
    if (!this.#hasRoom(load)) return undefined
    let found: { tenant: string; held: number } | undefined
    for (const tenant of this.#queues[load].tenants()) {
      const held = this.#heldByTenant(tenant)
      if (held >= Math.min(most, found?.held ?? most) || !this.#mayEnter({ load, tenant })) continue
      found = { tenant, held }
      if (held === 0) break
    }
    return found?.tenant
  }

  #admit(asking: Asking): boolean {
    const { load, tenant } = asking
    const waiting = this.#queues[load].shift(tenant)
    if (waiting === undefined) return false
    clearTimeout(waiting.timer)
    this.#urgentInARow = load === 'urgent' ? this.#urgentInARow + 1 : 0
    this.#sinceAnalytics = load === 'analytics' ? 0 : this.#sinceAnalytics + 1
    const done = this.#done[load]
    done.admitted += 1
    this.#observeWait((performance.now() - waiting.since) / 1000)
    waiting.admit(this.#take(asking))
    return true
  }
}

const othersFirst = ['usual', 'analytics', 'urgent'] as const satisfies readonly Load[]
const analyticsFirst = ['analytics', 'urgent', 'usual'] as const satisfies readonly Load[]

/** The loads whose limit counts work of this one. */
function countedIn(load: Load): readonly Load[] {
  return loads.slice(0, loads.indexOf(load) + 1)
}

function noneDone() {
  return { admitted: 0, refused: 0 }
}

/** The pauses differ, so that those who were refused together do not come back together. */
function crowded(): Failure {
  return new Failure('unavailable', { reason: 'too-busy', retryAfterSeconds: randomInt(2, 6) })
}

/** Counts how often each tenant asked for a connection in this second and in the one before. */
class Present {
  #since = performance.now()
  #now = new Map<string, number>()
  #before: ReadonlyMap<string, number> = new Map()
  #timesNow = 0
  #timesBefore = 0

  /** Begins another second once the present one is over. */
  turn(): void {
    if (performance.now() - this.#since < 1_000) return
    this.#before = this.#now
    this.#timesBefore = this.#timesNow
    this.#now = new Map()
    this.#timesNow = 0
    this.#since = performance.now()
  }

  note(tenant: string): void {
    this.turn()
    this.#now.set(tenant, (this.#now.get(tenant) ?? 0) + 1)
    this.#timesNow += 1
  }

  count(): number {
    return Math.max(1, this.#before.size, this.#now.size)
  }

  asksTooOften(tenant: string): boolean {
    const often = Math.max(this.#before.get(tenant) ?? 0, this.#now.get(tenant) ?? 0)
    const usual = Math.max(this.#timesBefore, this.#timesNow) / this.count()
    return often > oftenPerSecond && often > 2 * usual
  }
}

/** Counts connections by the load of their work. */
class Held {
  readonly #counts: Record<Load, number> = { urgent: 0, usual: 0, analytics: 0 }

  add(load: Load, more: 1 | -1): void {
    this.#counts[load] += more
  }

  countOf(load: Load): number {
    return this.#counts[load]
  }

  /** Counts the connections of this load and of all that give way to it. */
  upTo(load: Load): number {
    const { urgent, usual, analytics } = this.#counts
    if (load === 'analytics') return analytics
    return load === 'usual' ? usual + analytics : urgent + usual + analytics
  }
}

/** Those who wait, by tenant. The tenant whose turn was longest ago comes first. */
class Queue {
  readonly #byTenant = new Map<string, Set<Waiting>>()
  size = 0

  waitingOf(tenant: string): number {
    return this.#byTenant.get(tenant)?.size ?? 0
  }

  add(tenant: string, waiting: Waiting): void {
    const own = this.#byTenant.get(tenant) ?? new Set()
    this.#byTenant.set(tenant, own.add(waiting))
    this.size += 1
  }

  remove(tenant: string, waiting: Waiting): void {
    const own = this.#byTenant.get(tenant)
    if (own?.delete(waiting) !== true) return
    this.size -= 1
    if (own.size === 0) this.#byTenant.delete(tenant)
  }

  tenants(): Iterable<string> {
    return this.#byTenant.keys()
  }

  /** Removes and returns who has waited longest of a tenant, which then comes last. */
  shift(tenant: string): Waiting | undefined {
    const own = this.#byTenant.get(tenant)
    const [waiting] = own ?? []
    if (own === undefined || waiting === undefined) return undefined
    this.#byTenant.delete(tenant)
    if (own.size > 1) this.#byTenant.set(tenant, own)
    own.delete(waiting)
    this.size -= 1
    return waiting
  }
}
