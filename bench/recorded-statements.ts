import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bigTenant } from './fixture.ts'
import { Connection, type Request } from './http-client.ts'
import { benchDir, startServer } from './processes.ts'

/** A statement that Lateral sent, and how many others had been answered before. */
export interface SentStatement {
  name?: string
  text: string
  values?: unknown[]
  answeredBefore: number
}

/** The statements of each request, by the name that it was given. */
export type RecordedStatements = Record<string, SentStatement[]>

/**
 * Has a server of its own GET each of these paths once, with the headers of who asks, and keeps the statements that it sent
 * for them in a file, by the names of the requests, for the limit to send again. Answers where that is.
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
 * The same for a change, with what opens its request and ends it, under the name `change`. In place of what differs from one of two
 * requests to the other stands where it comes from: `body.` and its name in the body, or `new.` and a number for what the
 * server or the client made for this request.
 */
export async function recordChange(databaseUrl: string, request: (n: number) => Request): Promise<string> {
  // Of the first, nobody is known yet.
  const requests = [1, 2, 3].map(request)
  const [, before = [], after = []] = await statementsOf(databaseUrl, requests, { BENCH_SENT_ALL: 'yes' })
  const body = JSON.parse(requests[2]?.body ?? '{}') as Record<string, unknown> // as the bench wrote it
  const made: string[] = []
  const origin = (value: unknown, earlier: unknown) => {
    const text = JSON.stringify(value)
    // Two requests may name the same place by chance: what the body says is asked first.
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

/** What a server of its own sends for each of these requests. */
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
