import { expect, it } from 'vitest'
import { longestStandstill } from '../testing/standstill.ts'
import { passwordProblem } from './password.ts'

const owner = { email: 'ana@people.test', full_name: 'Ana Quill', tenant_name: 'Harbour', product_name: null }

it('passwords that take long to measure keep nobody else waiting, and are judged as before', async () => {
  // Loads the thread.
  expect(await passwordProblem('Password12', owner)).toBe('commonPassword')
  const slow = ['p4ssw0rd1!', '1234567890', '4@8(3[61!70$5+%2'].map((part) => part.repeat(13).slice(0, 128))
  const all: Promise<unknown>[] = []
  const standstill = await longestStandstill(async () => {
    all.push(...slow.map((password) => passwordProblem(password, owner)))
    await Promise.all(all)
  })
  expect(standstill).toBeLessThan(50)
  expect(await Promise.all(all)).toEqual([undefined, 'commonPassword', undefined])
  expect(await passwordProblem('Copper-Lantern-48', owner)).toBeUndefined()
})

it('of those that wait there are so many, and one more is told when to try again', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => passwordProblem(`Copper-Lantern-${n}`, owner)),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
})
