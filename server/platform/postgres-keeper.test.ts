import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { DatabasePresence } from './database-presence.ts'
import { keepPostgres } from './postgres-keeper.ts'

const pausing = { firstMs: 1, longestMs: 2 }

/** A presence that is lost at once. */
const lost = { lost: Promise.resolve() } as unknown as DatabasePresence

test('gives up after ten tries to bring a database back', async () => {
  const said: string[] = []
  const bringBack = vi.fn(() => Promise.reject(new Error('no space')))
  const { signal } = new AbortController()
  const keeping = keepPostgres({ presence: lost, bringBack, report: (line) => said.push(line), signal, pausing })
  await expect(keeping).rejects.toThrow('no space')
  expect(bringBack).toHaveBeenCalledTimes(10)
  expect(said).toEqual(['The database has gone: bringing it back'])
})

test('gives up on a database that ends each time as soon as it is back', async () => {
  const bringBack = vi.fn(() => Promise.resolve(lost))
  const { signal } = new AbortController()
  const keeping = keepPostgres({ presence: lost, bringBack, report: () => undefined, signal, pausing })
  await expect(keeping).rejects.toThrow('it goes as soon as it is back')
  expect(bringBack).toHaveBeenCalledTimes(10)
})

test('brings a database back without limit if it serves for a moment each time', async () => {
  const stopping = new AbortController()
  const bringBack = vi.fn(async () => {
    if (bringBack.mock.calls.length === 15) stopping.abort()
    return { lost: sleep(150) } as unknown as DatabasePresence
  })
  await keepPostgres({ presence: lost, bringBack, report: () => undefined, signal: stopping.signal, pausing })
  expect(bringBack).toHaveBeenCalledTimes(15)
})

test('brings nothing back once stopping has begun', async () => {
  const bringBack = vi.fn(() => Promise.resolve(lost))
  const stopping = new AbortController()
  stopping.abort()
  await keepPostgres({ presence: lost, bringBack, report: () => undefined, signal: stopping.signal, pausing })
  expect(bringBack).not.toHaveBeenCalled()
})
