import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bigTenant } from './fixture.ts'
import { Connection } from './http-client.ts'
import { benchDir, startServer } from './processes.ts'

/** A statement that Lateral sent, and how many others had been answered before. */
export interface SentStatement {
  name: string
  text: string
  values: unknown[]
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
  const sent = path.join(benchDir, 'sent-statements.jsonl')
  const takeSent = async () => {
    const lines = (await readFile(sent, 'utf8')).split('\n').filter((line) => line !== '')
    await writeFile(sent, '')
    return lines.map((line) => JSON.parse(line) as SentStatement) // written by `sent-statements.ts`
  }
  await writeFile(sent, '')
  const listening = { BENCH_SENT: sent, NODE_OPTIONS: '--import ./bench/sent-statements.ts' }
  const server = await startServer('recorder', { DATABASE_URL: databaseUrl, ...listening })
  const recorded: RecordedStatements = {}
  try {
    const connection = await Connection.open(server.port, bigTenant.host)
    for (const { name, path: address, headers } of asked) {
      const { status } = await connection.send({ method: 'GET', path: address, headers })
      if (status !== 200) throw new Error(`${address} answered ${status}`)
      recorded[name] = await takeSent()
    }
    connection.close()
  } finally {
    await server.stop()
    await rm(sent)
  }
  const file = path.join(benchDir, 'recorded-statements.json')
  await writeFile(file, JSON.stringify(recorded))
  return file
}
