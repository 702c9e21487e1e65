import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { TenantTurns } from './tenant-turns.ts'

const unlimited = { inFlight: 100, ofOneTenant: 100 }

describe('reading pictures', () => {
  it('gives each tenant its turn, however many of another tenant wait', async () => {
    const turns = new TenantTurns(unlimited)
    const order: string[] = []
    const read = (tenantId: string, n: number) =>
      turns.run({ tenantId, hasLeft: () => false }, async () => void order.push(`${tenantId}${n}`))
    await Promise.all([
      ...[1, 2, 3, 4].map((n) => read('a', n)),
      ...[1, 2].map((n) => read('b', n)),
      ...[1].map((n) => read('c', n)),
    ])
    expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'a4'])
  })

  it('runs one at a time, and continues after a failure', async () => {
    const turns = new TenantTurns(unlimited)
    let reading = 0
    const read = (tenant: string, fails: boolean) =>
      turns.run({ tenantId: tenant, hasLeft: () => false }, async () => {
        reading++
        await new Promise(setImmediate)
        expect(reading).toBe(1)
        reading--
        if (fails) throw new Error('not a picture')
        return tenant
      })
    const results = await Promise.allSettled([read('a', true), read('a', false), read('b', true), read('b', false)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await read('c', false)).toBe('c')
  })
})

it('skips the work of a client who has left before their turn', async () => {
  const turns = new TenantTurns(unlimited)
  const first = endless()
  let isHere = true
  const reading = turns.run({ tenantId: 'a', hasLeft: () => false }, () => first.promise)
  const waiting = turns.run({ tenantId: 'a', hasLeft: () => !isHere }, async () => 'read')
  const next = turns.run({ tenantId: 'b', hasLeft: () => false }, async () => 'read')
  isHere = false
  first.resolve('read')
  await expect(waiting).rejects.toMatchObject({ code: 'bad-request' })
  expect(await Promise.all([reading, next])).toEqual(['read', 'read'])
})

describe('uploads on their way', () => {
  const busy = { code: 'unavailable', retryAfterSeconds: expect.any(Number) }

  it('are limited per tenant and in total, and counted until they succeed or fail', async () => {
    const turns = new TenantTurns({ inFlight: 3, ofOneTenant: 2 })
    const a = [endless(), endless()]
    const taken = a.map(({ promise }) => turns.take({ tenantId: 'a' }, () => promise))
    await expect(turns.take({ tenantId: 'a' }, async () => 'third')).rejects.toMatchObject(busy)
    const b = endless()
    const takenOfB = turns.take({ tenantId: 'b' }, () => b.promise)
    await expect(turns.take({ tenantId: 'c' }, async () => 'fourth')).rejects.toMatchObject(busy)
    a[0]?.reject(new Error('aborted'))
    await expect(taken[0]).rejects.toThrow('aborted')
    expect(await turns.take({ tenantId: 'c' }, async () => 'fourth')).toBe('fourth')
    a[1]?.resolve('stored')
    b.resolve('stored')
    expect(await Promise.all([taken[1], takenOfB])).toEqual(['stored', 'stored'])
  })
})

describe('uploads that wait for a place', () => {
  const busy = { code: 'unavailable', reason: 'too-busy', retryAfterSeconds: expect.any(Number) }

  it('are not refused while few wait, and tenants are given places in turn', async () => {
    const turns = new TenantTurns({ inFlight: 1, ofOneTenant: 1, waiting: 3 })
    const order: string[] = []
    const first = endless()
    const begun = turns.take({ tenantId: 'a' }, () => first.promise)
    const waiting = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) =>
      turns.take({ tenantId: name.slice(0, 1) }, async () => void order.push(name)),
    )
    await expect(turns.take({ tenantId: 'a' }, async () => 'fifth')).rejects.toMatchObject(busy)
    first.resolve('stored')
    await Promise.all([begun, ...waiting])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('leave the places of a tenant that has its share to others', async () => {
    const turns = new TenantTurns({ inFlight: 2, ofOneTenant: 1, waiting: 1 })
    const [ofA, ofB] = [endless(), endless()]
    const taken = turns.take({ tenantId: 'a' }, () => ofA.promise)
    let isStored = false
    const second = turns.take({ tenantId: 'a' }, async () => void (isStored = true))
    const takenOfB = turns.take({ tenantId: 'b' }, () => ofB.promise)
    ofB.resolve('stored')
    await takenOfB
    expect(isStored).toBe(false)
    ofA.resolve('stored')
    await Promise.all([taken, second])
    expect(isStored).toBe(true)
  })

  it('are skipped for a client who has left, and refused in time and when the process stops', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const turns = new TenantTurns({ inFlight: 1, ofOneTenant: 1, waiting: 3 })
    const first = endless()
    const begun = turns.take({ tenantId: 'a' }, () => first.promise)
    const late = turns.take({ tenantId: 'a' }, async () => 'late').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await late).toMatchObject(busy)
    const left = turns.take({ tenantId: 'a', hasLeft: () => true }, async () => 'left').catch((error: unknown) => error)
    first.resolve('stored')
    await begun
    expect(await left).toMatchObject({ code: 'bad-request' })
    const last = endless()
    const goesOn = turns.take({ tenantId: 'a' }, () => last.promise)
    const waits = turns.take({ tenantId: 'a' }, async () => 'waits').catch((error: unknown) => error)
    turns.refuseWaiting()
    expect(await waits).toMatchObject(busy)
    await expect(turns.take({ tenantId: 'a' }, async () => 'new')).rejects.toMatchObject(busy)
    last.resolve('stored')
    expect(await goesOn).toBe('stored')
  })
})

function endless(): PromiseWithResolvers<string> {
  return Promise.withResolvers<string>()
}
