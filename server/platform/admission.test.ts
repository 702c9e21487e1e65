import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Admission, type Load } from './admission.ts'

let admission: Admission
/** Those who were admitted, in order. */
let admitted: string[]
/** How those leave who were admitted, by name. */
let leaving: Map<string, () => void>

afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  admission = new Admission(10)
  admitted = []
  leaving = new Map()
})

/** Asks under a name, which is the tenant's unless it goes on: `a1` and `a2` are of tenant `a`. */
function ask(name: string, load: Load = 'usual', tenant = name.slice(0, 1)): Promise<void> {
  const place = admission.enter({ load, tenant })
  const admit = (leave: () => void) => {
    admitted.push(name)
    leaving.set(name, leave)
  }
  if (!(place instanceof Promise)) return Promise.resolve(admit(place))
  return place.then(admit)
}

/** Asks several times, and returns the names of those who were admitted at once. */
function askAll(names: readonly string[], load: Load = 'usual', tenant?: string): readonly string[] {
  const before = admitted.length
  for (const name of names) ask(name, load, tenant).catch(() => undefined)
  return admitted.slice(before)
}

const times = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

async function leave(name: string): Promise<void> {
  leaving.get(name)?.()
  // Whoever was admitted goes on in microtasks.
  await Promise.resolve()
  await Promise.resolve()
}

it('leaves a fifth of the connections to urgent work', () => {
  expect([...askAll(times(5, 'a')), ...askAll(times(5, 'b'))]).toHaveLength(8)
  expect(askAll(times(5, 'c'), 'urgent')).toHaveLength(2)
})

it('gives analytics a fifth of the connections, and one tenant half of that', () => {
  expect(askAll(['a1', 'a2', 'b1', 'c1'], 'analytics')).toEqual(['a1', 'b1'])
  expect(askAll(['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'])).toHaveLength(6)
})

it('leaves a fifth of what one tenant may use to the others', () => {
  expect(askAll(times(20, 'a'), 'urgent')).toHaveLength(8)
  expect(askAll(times(20, 'b'), 'urgent')).toHaveLength(2)
})

it('gives a tenant that asks too often among many only its share, with one more for urgent work', () => {
  vi.useFakeTimers()
  const others = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']
  for (const name of others) {
    askAll([name])
    leaving.get(name)?.()
  }
  const hammer = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      askAll(['a'])
      leaving.get('a')?.()
    }
  }
  hammer(50)
  expect(askAll(times(5, 'b'))).toHaveLength(5)
  for (const name of times(5, 'b')) leaving.get(name)?.()
  hammer(10)
  expect(askAll(times(5, 'a'))).toHaveLength(2)
  expect(askAll(times(5, 'a'), 'urgent')).toHaveLength(1)
})

it('lets a tenant that asks too often wait three times as long as its work took, and others not', async () => {
  vi.useFakeTimers()
  admission = new Admission(10)
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) {
    askAll([name])
    await leave(name)
  }
  for (let n = 0; n < 60; n += 1) {
    askAll(['a'])
    await leave('a')
  }
  expect(askAll(['a0', 'a1', 'a2'])).toEqual(['a0', 'a1'])
  expect(askAll(['b0', 'b1', 'b2', 'b3', 'c0', 'd0', 'e0'])).toHaveLength(6)
  await vi.advanceTimersByTimeAsync(40)
  await leave('a0')
  expect(admitted.at(-1)).toBe('e0')
  await vi.advanceTimersByTimeAsync(119)
  await leave('b0')
  expect(admitted.at(-1)).toBe('e0')
  await vi.advanceTimersByTimeAsync(1)
  expect(admitted.at(-1)).toBe('a2')
})

it('gives a tenant as much as before once it is alone, although others of it wait', async () => {
  vi.useFakeTimers()
  admission = new Admission(10)
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) {
    askAll([name])
    await leave(name)
  }
  leaving.clear()
  let asked = 0
  /** Asks more often than can be answered, 30 ms for each. Returns the most that were held at once in the last 150 ms. */
  const askFor = async (milliseconds: number) => {
    let most = 0
    for (let passed = 0; passed < milliseconds; passed += 30) {
      const done = [...leaving.values()]
      leaving.clear()
      for (const end of done) end()
      askAll(Array.from({ length: 6 }, () => `a${asked++}`))
      if (milliseconds - passed <= 150) most = Math.max(most, admission.figures().usual.held)
      await vi.advanceTimersByTimeAsync(30)
    }
    return most
  }
  expect(await askFor(900)).toBe(2)
  expect(await askFor(2_100)).toBe(6)
})

it('lets those in who wait for a tenant that no longer asks too often, although nobody leaves', async () => {
  vi.useFakeTimers()
  admission = new Admission(10)
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
    askAll([name])
    await leave(name)
  }
  for (let n = 0; n < 60; n += 1) {
    askAll(['a'])
    await leave('a')
  }
  expect(askAll(times(6, 'a'), 'urgent')).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(admission.figures().urgent).toMatchObject({ held: 6, waiting: 0 })
})

it('does not divide a pool of fewer than five connections', () => {
  admission = new Admission(2)
  expect(askAll(times(3, 'a'), 'urgent')).toHaveLength(2)
})

it('lets urgent work go before all else, and analytics after it', async () => {
  askAll([...times(4, 'a'), ...times(4, 'b')])
  askAll(['c', 'd'], 'urgent')
  askAll(['e'], 'analytics')
  askAll(['f'])
  askAll(['g'], 'urgent')
  for (const name of ['a0', 'a1', 'a2']) await leave(name)
  expect(admitted.slice(10)).toEqual(['g', 'f', 'e'])
})

it('lets those in first whose tenant has the fewest connections, each tenant in its order', async () => {
  askAll(times(6, 'a'))
  askAll(['b0', 'b1'])
  askAll(['a6', 'a7', 'a8', 'c0', 'c1', 'd0'])
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) await leave(name)
  expect(admitted.slice(8)).toEqual(['c0', 'd0', 'c1', 'a6', 'a7', 'a8'])
})

it('answers the charts of a dashboard one after another, even if each takes almost a second', async () => {
  vi.useFakeTimers()
  const charts = ['a0', 'a1', 'a2', 'a3', 'a4']
  askAll(charts, 'analytics')
  for (const chart of charts) {
    expect(admitted.at(-1)).toBe(chart)
    await vi.advanceTimersByTimeAsync(900)
    await leave(chart)
  }
  expect(admission.figures().analytics).toMatchObject({ admitted: 5, refused: 0 })
})

it('lets somebody else in after eight urgent ones', async () => {
  askAll([...times(8, 'a'), ...times(2, 'b')], 'urgent')
  askAll(['c'])
  const others = ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm']
  askAll(others, 'urgent')
  for (const name of ['b0', 'b1', ...times(8, 'a')]) await leave(name)
  expect(admitted.slice(10)).toEqual([...others.slice(0, 8), 'c', 'l'])
})

it('lets analytics in after sixteen others, however many of these wait', async () => {
  askAll(times(6, 'a'))
  askAll(['chart 0', 'chart 1'], 'analytics', 'a')
  for (let n = 0; n < 40; n += 1) {
    askAll([`a${6 + n}`])
    await leave(admitted[n] ?? '')
  }
  expect([admitted.indexOf('chart 0'), admitted.indexOf('chart 1')]).toEqual([6 + 16, 6 + 16 + 17])
})

it('refuses usual work after a second, with a pause of its own, analytics after five, and urgent work after ten', async () => {
  vi.useFakeTimers()
  askAll([...times(8, 'a'), ...times(2, 'b')], 'urgent')
  const said = new Map<string, unknown>()
  for (const load of ['urgent', 'usual', 'analytics'] as const) {
    ask('c', load).catch((error: unknown) => said.set(load, error))
  }
  await vi.advanceTimersByTimeAsync(999)
  expect(said.size).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([...said.keys()]).toEqual(['usual'])
  expect(said.get('usual')).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) })
  await vi.advanceTimersByTimeAsync(4_000)
  expect([...said.keys()]).toEqual(['usual', 'analytics'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect([...said.keys()]).toContain('urgent')
  // Whoever was refused takes no turn.
  await leave('a0')
  expect(admitted).toHaveLength(10)
  expect(admission.figures().urgent).toMatchObject({ held: 9, waiting: 0, refused: 1, admitted: 10 })
})

it('refuses at once what finds all waiting places of its tenant taken, and leaves places to others', async () => {
  askAll([...times(8, 'a'), ...times(2, 'b')], 'urgent')
  askAll(times(600, 'a'), 'urgent')
  expect(admission.figures().urgent).toMatchObject({ waiting: 500, refused: 100 })
  await leave('b0')
  askAll(['b2'], 'urgent')
  expect(admitted.at(-1)).toBe('b2')
  askAll(times(600, 'c'), 'urgent')
  expect(admission.figures().urgent.waiting).toBe(1000)
})

it('counts who leaves once, however often that is said', async () => {
  askAll(times(6, 'a'))
  await leave('a0')
  await leave('a0')
  expect(admission.figures().usual.held).toBe(5)
})
