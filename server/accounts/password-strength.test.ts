import { expect, it } from 'vitest'
import { longestRepeated } from '../../tests/server/standstill.ts'
import { passwordProblem } from './password.ts'

const ownerIn = (tenant_id: string) => ({
  tenant_id,
  email: 'ana@people.test',
  full_name: 'Ana Quill',
  tenant_name: 'Harbour',
  product_name: null,
})
const owner = ownerIn('harbour')
const busy = { code: 'unavailable', retryAfterSeconds: 5 }

it('passwords that take long to measure do not block others, and get their usual score', async () => {
  const slow = ['p4ssw0rd1!', '1234567890', '4@8(3[61!70$5+%2'].map((part) => part.repeat(13).slice(0, 128))
  let outcomes: unknown[] = []
  const standstill = await longestRepeated(
    50,
    () => slow,
    async (passwords) => {
      outcomes = await Promise.all(passwords.map((password) => passwordProblem(password, owner)))
    },
  )
  expect(standstill).toBeLessThan(50)
  expect(outcomes).toEqual([undefined, 'commonPassword', undefined])
  expect(await passwordProblem('Copper-Lantern-48', owner)).toBeUndefined()
  expect(await passwordProblem('Password12', owner)).toBe('commonPassword')
}, 60_000)

it('passwords of one tenant wait in turn, and another tenant does not wait for all of them', async () => {
  const judged: string[] = []
  const ask = async (tenant: string, n: number) => {
    await passwordProblem(`Copper-Lantern-${n}`, ownerIn(tenant))
    judged.push(tenant)
  }
  const many = Array.from({ length: 40 }, (_, n) => ask('flooded', n))
  const other = ask('calm', 0)
  const outcomes = await Promise.allSettled(many)
  await other
  expect(judged.indexOf('calm')).toBeLessThanOrEqual(2)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(30)
  expect(refused[0]?.reason).toMatchObject(busy)
})

it('the queue of passwords is limited, and further ones are told when to retry', async () => {
  const all = Array.from({ length: 32 }, (_, n) => passwordProblem('Copper-Lantern-48', ownerIn(`tenant-${n % 4}`)))
  const refused = (await Promise.allSettled(all)).filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(2)
  expect(refused[0]?.reason).toMatchObject(busy)
})
