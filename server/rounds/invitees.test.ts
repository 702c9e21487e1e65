import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { clinical, colleague, home, opened, outcome, start, tenant, test } from '../../tests/server/going-rounds.ts'
import { codeSentTo, invitedBy, redeem } from '../../tests/server/invites.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

beforeAll(() => test.startSending())

const person = { firstName: 'Rosa', lastName: 'Quill', dateOfBirth: '1990-01-31' }
const ask = (roundId: string, code: string, client: Client = clinical) =>
  client.post(`/rounds/${roundId}/invitees`, { code })

/** Invites somebody of the home group, who is its subject too, and starts a round. */
async function invited(changes: object = {}) {
  const email = `${randomUUID()}@people.test`
  const subjectId = await addSubject(clinical, home(), { email, ...person })
  const invite = await invitedBy(tenant, test.ours, { email, ...changes })
  const code = await codeSentTo(test, test.ours, email)
  return { subjectId, email, code, invite, roundId: (await start({}, 1)).id }
}
const found = (subjectId: string | null) => ({ data: { subjectId } })

it('finds the row of an invited person before, while and after the invite is used, and never says the code', async () => {
  const { subjectId, email, code, roundId } = await invited()
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
  expect((await ask(roundId, code.toLowerCase(), colleague)).json()).toEqual(found(subjectId))
  const visitor = await visit(test.app, test.ours)
  expect((await redeem(visitor, code)).statusCode).toBe(201)
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
  // The used code opens nothing.
  expect(outcome(await visitor.get('/verify-invite', { code }))).toEqual([404, 'code-invalid'])
  expect(outcome(await redeem(visitor, code))).toEqual([404, 'code-invalid'])
  const [kept] = await test.query<{ text: string }>(
    test.ours,
    `select concat((select jsonb_agg(a) from audit_events a), (select jsonb_agg(w) from round_rows w), (select jsonb_agg(c) from invite_codes c)) as text`,
  )
  expect(kept?.text).toContain(roundId)
  for (const secret of [code, email]) expect(kept?.text).not.toContain(secret)
})

it('finds the linked person of a used invite, and not somebody else who has its email by now', async () => {
  const { subjectId, email, code, roundId } = await invited()
  await redeem(await visit(test.app, test.ours), code)
  await test.query(test.ours, `update subject_identities set email = $1 where subject_id = $2`, [
    `${randomUUID()}@people.test`,
    subjectId,
  ])
  const other = await addSubject(clinical, home(), { email, ...person, firstName: 'Ivo', dateOfBirth: '2020-01-31' })
  // Nothing says that the account is not theirs.
  await test.query(test.ours, 'update subject_identities set date_of_birth = null where subject_id = $1', [other])
  await clinical.put(`/rounds/${roundId}/people`, { subjectId: other, isIn: true })
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
})

it('is nobody’s if only somebody with another date of birth has the email, such as a child', async () => {
  const { subjectId, code, roundId } = await invited()
  await redeem(await visit(test.app, test.ours), code)
  await test.query(test.ours, `update subjects set user_id = null where id = $1`, [subjectId])
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
  await test.query(test.ours, `update subject_identities set date_of_birth = '2020-01-31' where subject_id = $1`, [
    subjectId,
  ])
  expect((await ask(roundId, code)).json()).toEqual(found(null))
})

it('finds somebody who registered by themselves instead of using the invite', async () => {
  const { subjectId, email, code, roundId } = await invited()
  const visitor = await visit(test.app, test.ours)
  const form = { fullName: 'Rosa Quill', email, password: 'Copper-Lantern-48', dateOfBirth: person.dateOfBirth }
  const ways = { country: 'GB', lang: 'en', termsAccepted: true }
  expect((await visitor.post('/self-registration-user-create', { ...form, ...ways })).statusCode).toBe(201)
  await expect.poll(() => test.mails(test.ours, email)).toHaveLength(2)
  const [mail] = await test.mails(test.ours, email)
  const token = mail?.link.searchParams.get('id')
  expect((await visitor.post('/verify-new-self-registration', { id: token })).statusCode).toBe(200)
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
})

it('finds somebody who was merged, also into one with another email, and is nobody’s if that could be two', async () => {
  const { subjectId, email, code, roundId } = await invited()
  const other = await addSubject(clinical, home())
  const merged = await merge(tenant, { from: subjectId, into: other })
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
  expect((await undo(tenant, merged.json().data)).statusCode).toBe(200)
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
  expect((await merge(tenant, { from: subjectId, into: other })).statusCode).toBe(200)
  const child = await addSubject(clinical, home(), { ...person, firstName: 'Ivo', dateOfBirth: '2020-01-31' })
  // From the time when somebody else of a group could still have a former email.
  await test.query(test.ours, 'update subject_identities set email = $1 where subject_id = $2', [email, child])
  await clinical.put(`/rounds/${roundId}/people`, { subjectId: child, isIn: true })
  expect((await ask(roundId, code)).json()).toEqual(found(null))
})

it('is nobody’s whose account is another than that of the invite, whatever their email', async () => {
  const { subjectId, code, roundId } = await invited()
  await test.query(test.ours, `update subjects set user_id = $1 where id = $2`, [userIdOf('patient'), subjectId])
  const reply = await ask(roundId, code)
  await test.query(test.ours, `update subjects set user_id = null where id = $1`, [subjectId])
  expect(reply.json()).toEqual(found(null))
})

it('finds the person of an expired invite, and nobody who is not in the round', async () => {
  const { subjectId, code, invite, roundId } = await invited()
  await test.query(test.ours, `update invites set expires_at = ${thisMillisecond} where id = $1`, [invite.id])
  expect((await ask(roundId, code)).json()).toEqual(found(subjectId))
  await clinical.put(`/rounds/${roundId}/people`, { subjectId, isIn: false })
  expect((await ask(roundId, code)).json()).toEqual(found(null))
})

it('answers alike for a code that is unknown, revoked, of another group or of another tenant', async () => {
  const { code, email, invite, roundId } = await invited()
  expect(outcome(await ask(roundId, 'A'.repeat(24)))).toEqual([404, 'code-invalid'])
  expect((await tenant.put(`/invites/${invite.id}/revoke`)).statusCode).toBe(200)
  expect(outcome(await ask(roundId, code))).toEqual([404, 'code-invalid'])
  // An invite into the ward is beyond the clinician's scope.
  await invitedBy(tenant, test.ours, { email, groupId: test.ours.places.ward.groupId })
  const ofWard = await codeSentTo(test, test.ours, email, 2)
  expect(outcome(await ask(roundId, ofWard))).toEqual([404, 'code-invalid'])
  expect((await ask(roundId, ofWard, tenant)).statusCode).toBe(200)
  const theirs = await invitedBy(await logInAs(test.app, test.theirs, 'group'), test.theirs, { email })
  const foreign = await codeSentTo(test, test.theirs, theirs.email)
  expect(outcome(await ask(roundId, foreign, tenant))).toEqual([404, 'code-invalid'])
})

it('is a missing round to another place, and refused where patients are not invited', async () => {
  const { code, roundId } = await invited()
  const other = await logInAs(test.app, test.ours, { email: test.ours.places.away.username })
  expect(outcome(await ask(roundId, code, other))).toEqual([404, 'not-found'])
  await test.query(test.ours, `update tenants set features = features || '{PREVENT_PATIENT_INVITES}'`)
  const refused = await ask(roundId, code)
  await test.query(test.ours, `update tenants set features = array_remove(features, 'PREVENT_PATIENT_INVITES')`)
  expect(outcome(refused)).toEqual([403, 'invites-disabled'])
  expect((await opened(roundId)).data.state).toBe('open')
})

describe('before a round starts', () => {
  const askGroup = (groupId: string, code: string, client: Client = clinical) =>
    client.post(`/round-rosters/${groupId}/invitees`, { code })

  it('finds who of a group an invite is for, also once it was used, and nobody whom the group does not know', async () => {
    const { subjectId, email, code } = await invited()
    expect((await askGroup(home().groupId, code)).json()).toEqual(found(subjectId))
    expect((await redeem(await visit(test.app, test.ours), code)).statusCode).toBe(201)
    expect((await askGroup(home().groupId, code)).json()).toEqual(found(subjectId))
    expect((await askGroup(test.ours.places.ward.groupId, code, tenant)).json()).toEqual(found(null))
    const stranger = `${randomUUID()}@people.test`
    await invitedBy(tenant, test.ours, { email: stranger })
    expect((await askGroup(home().groupId, await codeSentTo(test, test.ours, stranger))).json()).toEqual(found(null))
    const [kept] = await test.query<{ text: string }>(
      test.ours,
      `select jsonb_agg(a)::text as text from audit_events a`,
    )
    for (const secret of [code, email, stranger]) expect(kept?.text).not.toContain(secret)
  })

  it('is a missing group to another place, and answers alike for codes that are unknown, revoked or of others', async () => {
    const { code, email, invite } = await invited()
    const other = await logInAs(test.app, test.ours, { email: test.ours.places.away.username })
    expect(outcome(await askGroup(home().groupId, code, other))).toEqual([404, 'not-found'])
    const theirs = await logInAs(test.app, test.theirs, 'group')
    // Their own group has the same id; the invite is none of theirs.
    expect(outcome(await askGroup(home().groupId, code, theirs))).toEqual([404, 'code-invalid'])
    expect(outcome(await askGroup(home().groupId, 'A'.repeat(24)))).toEqual([404, 'code-invalid'])
    expect((await tenant.put(`/invites/${invite.id}/revoke`)).statusCode).toBe(200)
    expect(outcome(await askGroup(home().groupId, code))).toEqual([404, 'code-invalid'])
    await invitedBy(tenant, test.ours, { email, groupId: test.ours.places.ward.groupId })
    const ofWard = await codeSentTo(test, test.ours, email, 2)
    expect(outcome(await askGroup(home().groupId, ofWard))).toEqual([404, 'code-invalid'])
    expect((await askGroup(home().groupId, ofWard, tenant)).statusCode).toBe(200)
    const foreign = await invitedBy(theirs, test.theirs, { email })
    const ofOthers = await codeSentTo(test, test.theirs, foreign.email)
    expect(outcome(await askGroup(home().groupId, ofOthers, tenant))).toEqual([404, 'code-invalid'])
  })
})
