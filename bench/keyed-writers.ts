import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { noMeanings } from '../contract/assays/meanings.ts'
import { byLocale } from '../contract/locales.ts'
import { logInAt } from './session.ts'
import { demo } from './writers.ts'

/** A request that was acknowledged: what it did, and the name or number by which the row is found. */
export interface Acknowledged {
  kind: Kind
  marker: string
  id: string
}
export type Kind =
  | 'subject'
  | 'run'
  | 'finished'
  | 'read'
  | 'sent'
  | 'corrected'
  | 'voided'
  | 'recorded'
  | 'invite'
  | 'organisation'
  | 'group'
  | 'user'
  | 'assay'

/** Invites and users are limited to a hundred in a quarter of an hour, and repeats count. */
const livesPerPlace = 40
const pauseMs = 100

/** Clients that do everything that takes an idempotency key, and repeat each request until it is acknowledged. */
export class KeyedWriters {
  readonly run = randomUUID().slice(0, 8)
  readonly acknowledged: Acknowledged[] = []
  /** When requests were acknowledged, in milliseconds of `performance.now()`. */
  readonly times: number[] = []
  /** Replies that did not acknowledge, by status and code. */
  readonly refused = new Map<string, number>()
  readonly #port: number
  readonly #sentAt: number[] = []
  #staff: Record<string, string> = {}
  #reader: Record<string, string> = {}
  #isStopping = false
  #working: Promise<unknown> = Promise.resolve()

  constructor(port: number) {
    this.#port = port
  }

  /** Logs in, prepares the group whose tests will be recorded, and starts the writers. */
  async start(count: number, prepare: (groupId: string) => Promise<void>): Promise<void> {
    this.#staff = await this.#logIn('tenant@harbour.test')
    this.#reader = await this.#logIn(demo.email)
    const like = await this.#findSample()
    await prepare(like.groupId)
    this.#sentAt.push(...Array.from({ length: count }, () => 0))
    this.#working = Promise.all(this.#sentAt.map((_, writer) => this.#live(writer, like)))
  }

  /** Waits until each writer has an acknowledgement of a request sent after this call. Throws after `limitMs`. */
  async allAreBack(limitMs: number): Promise<void> {
    const since = performance.now()
    while (this.#sentAt.some((time) => time < since)) {
      if (performance.now() - since > limitMs) throw new Error(`Not back after ${limitMs / 1000} s`)
      await sleep(20)
    }
  }

  /** Returns the longest time without an acknowledgement since then, in milliseconds. */
  longestGapSince(since: number): number {
    const times = [since, ...this.times.filter((time) => time > since)]
    return Math.max(0, ...times.map((time, index) => time - (times[index - 1] ?? time)))
  }

  /** Resolves once the last requests are acknowledged as well. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#working
  }

  /** Takes one person after another from the subject to the voided test. */
  async #live(writer: number, like: Sample): Promise<void> {
    for (let n = 0; !this.#isStopping; n += 1) {
      const marker = `${this.run}-${writer}-${n}`
      const email = `${marker}@bench.test`
      const { groupId, organisationId, assayId, analyteResults } = like
      const does = (kind: Kind, line: string, body: object, more?: More) =>
        this.#done(writer, { kind, marker, line, body }, more)
      const person = { kind: 'human', groupId, email, dateOfBirth: '1990-01-31', firstName: 'Bench' }
      const { id: subjectId } = await does('subject', 'POST /subjects', person)
      const places = { organisationId, groupId, subjectId, assayId }
      const { id: runId } = await does('run', 'POST /test-runs', { ...places, zone: 'UTC', lot: `${marker}-run` })
      const reading = { analyteResults, readingReason: 'For the bench' }
      const { id } = await does('finished', `PUT /test-runs/${runId}/finish`, reading, { version: 1 })
      await does('read', `POST /test-records/${id}/second-reading`, { analyteResults }, { as: this.#reader })
      await does('sent', `POST /test-records/${id}/deliveries`, { channel: 'email' })
      const address = `/test-records/${id}`
      const performed = { performedDate: '2026-03-01', performedTime: '09:30', performedZone: 'UTC' }
      const why = { reason: 'data-entered-incorrectly' }
      const content = { subjectId, analyteResults, ...performed, lot: `${marker}-run`, note: 'Corrected', ...why }
      await does('corrected', `POST ${address}/corrections`, content, { version: await this.#versionOf(address) })
      await does('voided', `POST ${address}/void`, why, { version: await this.#versionOf(address) })
      await does('recorded', 'POST /test-records', { ...places, analyteResults, ...performed, lot: marker })
      if (n % livesPerPlace !== 0) continue
      const invited = { groupId, email: `invite-${email}`, mobile: null, lang: 'en' }
      await does('invite', 'POST /invites', invited)
      await does('organisation', 'POST /organisations', { name: marker })
      await does('group', 'POST /groups', { organisationId, name: marker })
      const member = { fullName: 'Bench Person', userType: 'clinical', organisationId, groupIds: [groupId], lang: 'en' }
      await does('user', 'POST /users', { ...member, email: `user-${email}` })
      await does('assay', 'POST /assays', { ...assayForm, name: marker })
    }
  }

  /** Sends a request under one key until it is acknowledged, and returns the reply's data. */
  async #done(
    writer: number,
    { kind, marker, line, body }: { kind: Kind; marker: string; line: string; body: object },
    { as = this.#staff, version }: More = {},
  ): Promise<{ id: string }> {
    const [method = '', address = ''] = line.split(' ')
    const headers = {
      ...as,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    }
    const started = performance.now()
    for (;;) {
      const reply = await this.#ask(address, { method, headers, body: JSON.stringify(body) })
      if (reply !== undefined) {
        this.#sentAt[writer] = started
        this.times.push(performance.now())
        this.acknowledged.push({ kind, marker, id: reply.id })
        return reply
      }
      await sleep(pauseMs)
    }
  }

  async #versionOf(address: string): Promise<number> {
    for (;;) {
      const reply = await this.#ask(address, { headers: this.#staff })
      if (reply?.version !== undefined) return reply.version
      await sleep(pauseMs)
    }
  }

  /** Returns the data of a successful reply. Throws for a refusal that no repeat will change. */
  async #ask(address: string, init: RequestInit): Promise<{ id: string; version?: number } | undefined> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/api/v1${address}`, init).catch(() => undefined)
    const text = (await response?.text().catch(() => '')) ?? ''
    const reply = JSON.parse(text.startsWith('{') ? text : '{}') as {
      data?: { id: string; version?: number }
      code?: string
    }
    if (response?.ok && reply.data !== undefined) return reply.data
    const status = `${response?.status ?? 'no answer'} ${reply.code ?? ''}`.trim()
    this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
    const isFinal = response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 429
    if (isFinal) throw new Error(`${init.method ?? 'GET'} ${address} answered ${text}`)
    return undefined
  }

  async #logIn(email: string): Promise<Record<string, string>> {
    return await logInAt(this.#port, email, demo)
  }

  async #findSample(): Promise<Sample> {
    const read = async <T>(address: string): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${this.#port}/api/v1${address}`, { headers: this.#reader })
      if (!response.ok) throw new Error(`GET ${address} answered ${response.status}`)
      return ((await response.json()) as { data: T }).data
    }
    const [found] = await read<Shown[]>('/test-records?per_page=5')
    if (found === undefined) throw new Error('The demo tenant has no tests')
    return {
      organisationId: found.organisation.id,
      groupId: found.group.id,
      assayId: found.assay.id,
      analyteResults: found.analyteResults.map(({ analyteId }) => ({ analyteId, result: 'negative' })),
    }
  }
}

/** A test kit with as little as possible. */
const assayForm = {
  analytes: [{ id: null, name: 'Line', loinc: null, snomed: null }],
  specimens: [],
  offeredResults: ['positive', 'negative'],
  readFromMinutes: 10,
  readUntilMinutes: 20,
  imageRequired: false,
  instructions: byLocale(() => ''),
  meanings: noMeanings,
  pictures: [],
  organisationIds: null,
  isDefault: false,
}

interface Sample {
  organisationId: string
  groupId: string
  assayId: string
  analyteResults: { analyteId: string; result: string }[]
}

interface More {
  as?: Record<string, string>
  version?: number
}

interface Shown {
  organisation: { id: string }
  group: { id: string }
  assay: { id: string }
  analyteResults: { analyteId: string }[]
}
