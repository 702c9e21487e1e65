import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bigTenant } from './fixture.ts'
import { Connection, type Request } from './http-client.ts'
import { benchDir, startServer } from './processes.ts'

/** A statement that Lateral sent, with the number of statements that had been answered before it was sent. */
export interface SentStatement {
  name?: string
  text: string
  values?: unknown[]
  answeredBefore: number
}

/** Statements by the name of their request. */
export type RecordedStatements = Record<string, SentStatement[]>

/**
 * Starts a server, GETs each path once with its headers, and writes the statements that the server sent to a file, by
 * the names of the requests, for the limit to replay. Returns the path of the file.
 */
export async function recordStatements(
  databaseUrl: string,
  asked: readonly { name: string; path: string; headers: Record<string, string> }[],
): Promise<string> {
  const requests = asked.map(({ path: address, headers }) => ({ method: 'GET' as const, path: address, headers }))
  const sent = await statementsOf(databaseUrl, requests)
  return keep(Object.fromEntries(asked.map(({ name }, position) => [name, sent[position] ?? []])))
}

/**
 * Records the statements of a change under the name `change`, including those that open and close its request. A value
 * that differs between two requests is replaced by its origin: `body.` and the name of a field of the body, or `new.`
 * and a number for a value that the server or the client made for this request.
 */
export async function recordChange(databaseUrl: string, request: (n: number) => Request): Promise<string> {
  // The server knows nobody yet at the first request and sends other statements for it, so those are discarded.
  const requests = [1, 2, 3].map(request)
  const [, before = [], after = []] = await statementsOf(databaseUrl, requests, { BENCH_SENT_ALL: 'yes' })
  const body = JSON.parse(requests[2]?.body ?? '{}') as Record<string, unknown> // as the bench wrote it
  const made: string[] = []
  const origin = (value: unknown, earlier: unknown) => {
    const text = JSON.stringify(value)
    // A new value may equal a field of the body by chance, so the body is searched first.
    const [name] = Object.entries(body).find(([, sent]) => JSON.stringify(sent) === text) ?? []
    if (name !== undefined) return `body.${name}`
    if (text === JSON.stringify(earlier)) return undefined
    if (!made.includes(text)) made.push(text)
    return `new.${made.indexOf(text)}`
  }
  const change = after.map((statement, at) => ({
    ...statement,
    ...(statement.values && {
      values: statement.values.map((value, position) => {
        const from = origin(value, before[at]?.values?.[position])
        return from === undefined ? value : { origin: from, like: value }
      }),
    }),
  }))
  return keep({ change })
}

async function keep(recorded: RecordedStatements): Promise<string> {
  const file = path.join(benchDir, 'recorded-statements.json')
  await writeFile(file, JSON.stringify(recorded))
  return file
}

/** Starts a server and returns the statements that it sends for each request. */
async function statementsOf(
  databaseUrl: string,
  requests: readonly Request[],
  env: Record<string, string> = {},
): Promise<SentStatement[][]> {
  const sent = path.join(benchDir, 'sent-statements.jsonl')
  const takeSent = async () => {
    const lines = (await readFile(sent, 'utf8')).split('\n').filter((line) => line !== '')
    await writeFile(sent, '')
    return lines.map((line) => JSON.parse(line) as SentStatement) // written by `sent-statements.ts`
  }
  await writeFile(sent, '')
  const listening = { BENCH_SENT: sent, NODE_OPTIONS: '--import ./bench/sent-statements.ts', ...env }
  const server = await startServer('recorder', { DATABASE_URL: databaseUrl, ...listening })
  try {
    const connection = await Connection.open(server.port, bigTenant.host)
    const statements: SentStatement[][] = []
    for (const request of requests) {
      const { status } = await connection.send(request)
      if (status >= 300) throw new Error(`${request.path} answered ${status}`)
      statements.push(await takeSent())
    }
    connection.close()
    return statements
  } finally {
    await server.stop()
    await rm(sent)
  }
}
