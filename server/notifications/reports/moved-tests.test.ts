import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../tests/server/client.ts'
import { startNotified } from '../../../tests/server/notified.ts'
import { reported } from '../../../tests/server/reported.ts'
import { addSubject, merge } from '../../../tests/server/subjects.ts'
import type { TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let ruleId: string
let told: Person
let wrongly: Person

interface Person {
  id: string
  email: string
  firstName: string
}

startNotified((started) => {
  ;({ test, admin } = started)
})

const { follow, makeRule, recordPositive, make, fileOf, itemsOf, correct, voidIt, erase } = reported(
  () => test,
  () => admin,
)

let added = 0

async function add(firstName: string): Promise<Person> {
  const email = `moved-${(added += 1)}@people.test`
  return { id: await addSubject(admin, test.ours.places.home, { email, firstName }), email, firstName }
}

const nameOn = async () => {
  const file = await fileOf((await make(ruleId)).id)
  return [told, wrongly].map(({ firstName }) => firstName).filter((name) => file.includes(name))
}

describe('a removal of a test that was moved to somebody else after it was told', () => {
  let record: string

  beforeEach(async () => {
    told = await add('Matilda')
    wrongly = await add('Roderick')
    ruleId = await makeRule()
    record = await recordPositive()
    await correct(record, 'positive', { subjectId: told.id })
    await follow()
    expect(await nameOn()).toEqual(['Matilda'])
    await correct(record, 'positive', { subjectId: wrongly.id })
    await follow()
    expect(await voidIt(record)).toBe(200)
    await follow()
  })

  const last = async () => (await itemsOf(record)).at(-1)

  it('names who was told of', async () => {
    expect(await last()).toMatchObject({ kind: 'removal', state: 'ready', record: { subject: { id: told.id } } })
    expect(await nameOn()).toEqual(['Matilda'])
  })

  it('names who that is now, if they were merged', async () => {
    const same = await add('Tilly')
    expect((await merge(admin, { from: told.id, into: same.id })).statusCode).toBe(200)
    expect((await last())?.record.subject.id).toBe(same.id)
    const file = await fileOf((await make(ruleId)).id)
    expect(file).toContain('Tilly')
  })

  it('is closed when who was told of is erased, also if it is in a report that has not left', async () => {
    await make(ruleId)
    await erase(told.email)
    expect(await last()).toMatchObject({ state: 'superseded', closedBecause: 'erased' })
  })

  it('is still told when the other person is erased', async () => {
    await erase(wrongly.email)
    expect(await last()).toMatchObject({ kind: 'removal', state: 'ready' })
    expect(await nameOn()).toEqual(['Matilda'])
  })
})
