import { expect, test } from 'vitest'
import { awaitDatabase } from './await-database.ts'

const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

test('a start waits for a database that is away, and reports it once', async () => {
  const said: string[] = []
  let tries = 0
  const work = () => (++tries < 3 ? Promise.reject(away) : Promise.resolve('there'))
  const { signal } = new AbortController()
  expect(await awaitDatabase(work, { report: (line) => said.push(line), signal })).toBe('there')
  expect(said).toEqual(['The database is away (connect ECONNREFUSED 127.0.0.1:5432): trying again for 60 s'])
})

test('a waiting start ends when the process is stopped', async () => {
  const stopping = new AbortController()
  const starting = awaitDatabase(() => Promise.reject(away), {
    report: () => stopping.abort(),
    signal: stopping.signal,
  })
  await expect(starting).rejects.toThrow('aborted')
})

test('an error other than an absent database is thrown at once', async () => {
  const { signal } = new AbortController()
  const starting = awaitDatabase(() => Promise.reject(new Error('a broken migration')), {
    report: () => expect.unreachable(),
    signal,
  })
  await expect(starting).rejects.toThrow('a broken migration')
})
