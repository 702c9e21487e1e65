import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PossibleDuplicate } from '../../contract/subjects/merging.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import type { Place } from '../../tests/server/places.ts'
import { plansOf } from '../../tests/server/plans.ts'
import { addSubject, merge } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { listDuplicates } from './duplicates-service.ts'

const isLeftOut = leftOutOnCitus('the plans are those of one PostgreSQL')

let test: TestApp
let tenant: Client
let home: Place
let ward: Place

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  ;({ home, ward } = test.ours.places)
})
afterAll(() => test.close())

async function duplicatesOf(id: string, client = tenant): Promise<PossibleDuplicate[]> {
  const response = await client.get(`/subjects/${id}/duplicates`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

const reasonsOf = async (id: string, client = tenant) =>
  (await duplicatesOf(id, client)).map(({ subject, reason }) => [subject.id, reason] as const)

it('lists possible duplicates with the reason, the most likely first, and nobody else', async () => {
  const one = await addSubject(tenant, home, {
    email: 'Quinn@people.test',
    dateOfBirth: '1971-04-09',
    firstName: 'José',
    lastName: 'Quinn-Lee',
    localId: 'H-7',
  })
  const swapped = await addSubject(tenant, ward, {
    dateOfBirth: '1971-09-04',
    firstName: 'Quinn',
    lastName: 'Lee Jose',
  })
  const similar = await addSubject(tenant, ward, { dateOfBirth: '1971-04-09', firstName: 'Jose', lastName: 'Quin Lee' })
  const email = await addSubject(tenant, ward, {
    email: 'quinn@PEOPLE.test',
    dateOfBirth: '2001-01-01',
    localId: 'H-7',
  })
  const local = await addSubject(tenant, home, {
    dateOfBirth: '1999-09-09',
    lastName: 'Other',
    localId: 'h-7',
    isLocalIdShared: true,
  })
  // None of these is a duplicate: another name, another day, a similar name with the day and month swapped, and a local
  // ID of another group.
  await addSubject(tenant, ward, { dateOfBirth: '1971-04-09', firstName: 'Rosa', lastName: 'Lee' })
  await addSubject(tenant, ward, { dateOfBirth: '1971-04-10', firstName: 'José', lastName: 'Quinn-Lee' })
  await addSubject(tenant, ward, { dateOfBirth: '1971-09-04', firstName: 'Jose', lastName: 'Quin Lee' })
  await addSubject(tenant, ward, { dateOfBirth: '1990-09-04', localId: 'H-7', isLocalIdShared: true })
  const found = await reasonsOf(one)
  expect(new Map(found.slice(0, 2))).toEqual(
    new Map([
      [email, 'same-identifiers'],
      [local, 'same-identifiers'],
    ]),
  )
  expect(found.slice(2)).toEqual([
    [similar, 'same-birth-date'],
    [swapped, 'swapped-birth-date'],
  ])
  expect(await reasonsOf(email)).toContainEqual([one, 'same-identifiers'])
  expect(await reasonsOf(swapped)).toContainEqual([one, 'swapped-birth-date'])
  // A user of the home group learns nothing about the ward.
  expect(await reasonsOf(one, await logInAs(test.app, test.ours, 'group'))).toEqual([[local, 'same-identifiers']])
})

it('reports what prevents two subjects from being merged', async () => {
  const twins = { email: 'twins@people.test', dateOfBirth: '1950-01-20' }
  const [one, other] = [await addSubject(tenant, home, twins), await addSubject(tenant, ward, twins)]
  expect((await duplicatesOf(one))[0]).toMatchObject({ subject: { id: other, version: 1, tests: 0 }, obstacle: null })
  const third = await addSubject(tenant, home, { email: 'third@people.test', lastName: 'Twin', localId: 'T-1' })
  const fourth = await addSubject(tenant, home, { lastName: 'Twin', localId: 'T-1', isLocalIdShared: true })
  await merge(tenant, { from: other, into: third })
  const group = await logInAs(test.app, test.ours, 'group')
  expect((await duplicatesOf(fourth, group))[0]).toMatchObject({ subject: { id: third }, obstacle: 'beyond-scope' })
  // A merged subject counts through the one that was kept, and is no duplicate itself.
  expect(await reasonsOf(one)).toEqual([[third, 'same-identifiers']])
})

it.skipIf(isLeftOut)('finds each reason by an index among many subjects, and reads a bounded number', async () => {
  const one = await addSubject(tenant, home, { email: 'many@people.test', dateOfBirth: '1960-03-05', localId: 'M-1' })
  await test.query(
    test.ours,
    `with s as (
       insert into subjects (tenant_id, id, kind, organisation_id, group_id)
       select current_tenant(), gen_random_uuid(), 'human', $1, $2 from generate_series(1, 5000)
       returning tenant_id, id, organisation_id, group_id
     ), numbered as (
       select s.*, row_number() over () as n from s
     ), i as (
       insert into subject_identities (tenant_id, subject_id, group_id, email, date_of_birth, first_name, last_name)
       select tenant_id, id, group_id, 'planted-' || n || '@people.test', date '1930-01-01' + (n * 7)::int, 'Ada', 'Person' || n
       from numbered returning 1
     )
     select count(*) from i`,
    [home.organisationId, home.groupId],
  )
  await test.query(
    test.ours,
    `insert into subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)
     select s.tenant_id, s.id, s.group_id, s.organisation_id, i.last_name_key, true, true
     from subjects s join subject_identities i on i.tenant_id = s.tenant_id and i.subject_id = s.id
     where i.email_key like 'planted-%'`,
  )
  await test.query(
    test.ours,
    `insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
     select s.tenant_id, i.email_key, s.id, s.group_id, s.organisation_id
     from subjects s join subject_identities i on i.tenant_id = s.tenant_id and i.subject_id = s.id
     where i.email_key like 'planted-%'`,
  )
  for (const table of ['subjects', 'subject_identities', 'subject_groups', 'subject_words', 'merged_subjects']) {
    await test.query(test.ours, `analyze ${table}`)
  }
  const { plans } = await plansOf(test, 'tenant', (scope) => listDuplicates(scope, one))
  const all = plans.join('\n')
  expect(all).toMatch(/Index Cond: .*word = /)
  expect(all).toMatch(/subject_identities_date_of_birth/)
  for (const table of ['subjects', 'subject_identities', 'subject_groups', 'subject_words']) {
    expect(all).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`))
  }
  expect(plans.filter((plan) => plan.includes('subject_identities_date_of_birth'))).toHaveLength(2)
  for (const plan of plans.filter((each) => each.includes('date_of_birth'))) expect(plan).toMatch(/^Limit/)
})
