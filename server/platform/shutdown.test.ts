import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shutdown } from './shutdown.ts'

let exits: number[]
let source: NodeJS.Process
let shutdown: Shutdown

beforeEach(() => {
  vi.useFakeTimers()
  exits = []
  // Only the first exit matters, because a real one would not return.
  vi.spyOn(process, 'exit').mockImplementation((code) => void exits.push(Number(code)) as never)
  source = new EventEmitter() as NodeJS.Process // only its events are used
  shutdown = new Shutdown(() => undefined)
  shutdown.listen(source)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Adds a step that is undone when the returned function is called. */
function addSlowStep(name = 'server', limitMs?: number): () => void {
  let finish = (): void => undefined
  shutdown.add(name, () => new Promise((resolve) => (finish = resolve)), limitMs)
  return () => finish()
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops cleanly, and repeated signals shortly after change nothing',
  async (signal) => {
    const finish = addSlowStep()
    source.emit(signal)
    await vi.advanceTimersByTimeAsync(0)
    source.emit(signal)
    await vi.advanceTimersByTimeAsync(1500)
    source.emit(signal)
    source.emit('SIGTERM')
    expect(exits).toEqual([])
    finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(exits).toEqual([0])
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)('a later %s ends the process at once', async (signal) => {
  addSlowStep()
  source.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(3000)
  source.emit(signal)
  expect(exits).toEqual([1])
})

test('closing the terminal during a stop does not hurry it', async () => {
  addSlowStep()
  source.emit('SIGINT')
  await vi.advanceTimersByTimeAsync(3000)
  source.emit('SIGHUP')
  expect(exits).toEqual([])
})

test('a slow step does not keep the others from being undone', async () => {
  const undone: string[] = []
  shutdown.add('database', async () => void undone.push('database'))
  addSlowStep('server', 1000)
  source.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(1000)
  expect([undone, exits]).toEqual([['database'], [1]])
})

test('a start that a signal interrupts goes no further, and its steps are undone', async () => {
  const undone: string[] = []
  let startDatabase = (): void => undefined
  const starting = shutdown.during(async () => {
    await new Promise<void>((resolve) => (startDatabase = resolve))
    shutdown.add('database', async () => void undone.push('database'))
    shutdown.add('server', async () => void undone.push('server'))
  })
  starting.catch(() => undefined)
  source.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(0)
  expect(exits).toEqual([])
  startDatabase()
  await vi.advanceTimersByTimeAsync(0)
  expect([undone, exits]).toEqual([['database'], [0]])
})
