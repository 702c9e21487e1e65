import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { Pool, type PoolConfig } from 'pg'
import { v7 as newId } from 'uuid'
import { filterDays, idOf } from './fixture.ts'
import type { RecordedStatements } from './recorded-statements.ts'
import { filtered, insertRecord, listCount, listPage, unfiltered } from './statements.ts'

/**
 * The limit: node:http and pg with the same statements, pool size and preparation as Lateral, and nothing else. It
 * connects as the owner, whom row-level security lets pass in these databases, and knows neither session nor scope.
 */
const config: PoolConfig & { pipeline: boolean } = {
  connectionString: process.env.DATABASE_URL,
  max: 10,
  pipeline: true,
}
const pool = new Pool(config)
const tenant = idOf.tenant(0)
const { BENCH_STATEMENTS: file } = process.env
const recorded = (file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'), withBuffers)) as RecordedStatements // written by `recorded-statements.ts`
const filterFrom = new Date(Date.now() - filterDays * 24 * 60 * 60 * 1000)

/** Buffers were written as JSON objects of their bytes and become Buffers again. */
function withBuffers(_key: string, value: unknown): unknown {
  const isBuffer = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  return isBuffer ? Buffer.from((value as unknown as { data: number[] }).data) : value
}

async function answer(request: IncomingMessage): Promise<unknown> {
  switch (request.url) {
    case '/page':
      return page('all', unfiltered, [tenant])
    case '/rows':
      return { data: (await pool.query({ name: 'rows', text: listPage(unfiltered), values: [tenant] })).rows }
    case '/filtered':
      return page('filtered', filtered, [tenant, idOf.organisation(0, 1), 'positive', filterFrom])
    case '/record':
      return record((await json(request)) as Input) // the bench is the only client
    case '/change':
      return replayed('change', fillerFor((await json(request)) as Input))
    case '/':
      return {}
    default:
      return replayed(request.url ?? '')
  }
}

/** Sends what Lateral sent for a request of this name, together where it did not await what came before. */
async function replayed(name: string, fill = (value: unknown) => value): Promise<unknown> {
  const statements = recorded[name]
  if (statements === undefined) throw new Error(`Nothing was recorded of ${name}`)
  const first = statements[0]?.answeredBefore ?? 0
  const client = await pool.connect()
  try {
    const answers: Promise<{ rows: unknown[] }>[] = []
    for (const { answeredBefore, values, ...statement } of statements) {
      await Promise.all(answers.slice(0, answeredBefore - first))
      answers.push(client.query({ ...statement, values: values?.map(fill) }))
    }
    return { data: (await Promise.all(answers)).map(({ rows }) => rows) }
  } finally {
    client.release()
  }
}

/**
 * Replaces each origin (see `recordChange`) with the field that it names in the request's body, or with a new value
 * that is the same throughout the request.
 */
function fillerFor(input: Input): (value: unknown) => unknown {
  const made = new Map<string, unknown>()
  return (value) => {
    if (typeof value !== 'object' || value === null || !('origin' in value)) return value
    const { origin, like } = value as { origin: string; like: unknown }
    if (origin.startsWith('body.')) return input[origin.slice('body.'.length) as keyof Input]
    if (!made.has(origin)) made.set(origin, newLike(like))
    return made.get(origin)
  }
}

/** Returns a new hash, id or test ID of the kind that the recorded value was. */
function newLike(value: unknown): unknown {
  if (typeof value !== 'string') return randomBytes(32)
  const id = newId()
  return value.length === id.length ? id : `BNCH-${id.slice(-12)}`
}

/** Both statements travel together on one connection, as they do in Lateral. */
async function page(name: string, condition: string, values: unknown[]): Promise<unknown> {
  const client = await pool.connect()
  try {
    const [rows, counted] = await Promise.all([
      client.query({ name: `${name} page`, text: listPage(condition), values }),
      client.query({ name: `${name} count`, text: listCount(condition), values }),
    ])
    return { data: rows.rows, page: { size: 50, total: counted.rows[0] } }
  } finally {
    client.release()
  }
}

interface Input {
  organisationId: string
  groupId: string
  subjectId: string
  assayId: string
  analyteResults: { result: string }[]
  specimen: string
  performedDate: string
  performedTime: string
  performedZone: string
  location: string
  lot: string
  note: string | null
}

async function record(input: Input): Promise<unknown> {
  const id = newId()
  const { rows } = await pool.query({
    name: 'record',
    text: insertRecord,
    values: [
      tenant,
      id,
      `BNCH-${id.slice(-12)}`,
      input.organisationId,
      input.groupId,
      input.subjectId,
      input.assayId,
      input.analyteResults[0]?.result,
      JSON.stringify(input.analyteResults),
      input.specimen,
      `${input.performedDate}T${input.performedTime}Z`,
      input.performedZone,
      input.location,
      input.lot,
      input.note,
      idOf.user(0, 0),
    ],
  })
  return { data: { ...input, ...rows[0], id } }
}

// Requests may queue behind those of other clients for longer than the five seconds that Node allows by default.
createServer({ keepAliveTimeout: 60_000 }, (request, reply) => {
  answer(request).then(
    (body) => {
      const text = JSON.stringify(body)
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
    },
    (error: Error) => reply.writeHead(500).end(error.message),
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
