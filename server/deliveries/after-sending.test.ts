import { describe, expect, it } from 'vitest'
import { logInAs } from '../../tests/server/client.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import { password } from '../../tests/server/tenants.ts'
import { startTestApp } from '../../tests/server/test-app.ts'
import {
  test,
  staff,
  email,
  subjectId,
  recordId,
  positive,
  tested,
  giveToNewest,
  send,
  listed,
  statesOf,
  endingsOf,
  message,
  tokenIn,
  sent,
  opened,
  nothing,
  correctEmail,
  change,
} from '../../tests/server/sent-results.ts'

describe('once it was sent', () => {
  it('a corrected result is shown as corrected and announced by a new link, unless only its note changed', async () => {
    const first = await sent()
    await change('corrections', { note: 'Seen twice', location: 'Room 4' })
    expect(await opened(first)).toEqual([200, expect.objectContaining({ result: 'negative' })])
    await change('corrections', { ...positive, note: 'Seen twice', location: 'Room 4' })
    const mail = await message(2)
    expect([mail.subject, mail.text, mail.html].join('\n')).not.toMatch(/positive|negative|correct/i)
    const [, now] = await opened(tokenIn(mail))
    expect(now).toMatchObject({ result: 'positive', state: 'corrected', changedAt: expect.stringMatching(/Z$/) })
    expect(await opened(first)).toEqual(nothing)
    expect((await test.mails(test.ours, email)).length).toBe(2)
  })

  it.each<[string, object]>([
    ['time', { performedTime: '09:31' }],
    ['day', { performedDate: '2026-02-28' }],
    ['zone', { performedZone: 'Europe/Madrid' }],
    ['result', positive],
  ])('another %s is announced by a new link', async (_, correction) => {
    const first = await sent()
    await change('corrections', correction)
    const [, now] = await opened(tokenIn(await message(2)))
    expect(now).toMatchObject({ state: 'corrected' })
    expect(await opened(first)).toEqual(nothing)
  })

  it.each<[string, object]>([
    ['note', { note: 'Seen twice' }],
    ['location', { location: 'Room 4' }],
    ['lot', { lot: 'LOT-8' }],
    ['specimen', { specimen: 'Nasal swab' }],
  ])('another %s is announced to nobody, because it is not shown', async (_, correction) => {
    const first = await sent()
    await change('corrections', correction)
    expect(await opened(first)).toEqual([200, expect.objectContaining({ result: 'negative' })])
    expect(await statesOf()).toEqual([['email', 'opened', 'asked']])
    expect(await test.mails(test.ours, email)).toHaveLength(1)
  })

  it('a voided result says so, and its person is told even after the link had expired', async () => {
    await sent()
    await test.query(test.ours, `update deliveries set expires_at = ${thisMillisecond} where test_record_id = $1`, [
      recordId,
    ])
    expect(await statesOf()).toEqual([['email', 'expired', 'asked']])
    await change('void', {})
    expect(await opened(tokenIn(await message(2)))).toEqual([200, expect.objectContaining({ state: 'voided' })])
  })

  it('a result moved to another person no longer opens: the first person is told, the other is sent nothing', async () => {
    const token = await sent()
    const other = await tested(staff)
    await change('corrections', { subjectId: other.subjectId })
    const notice = await message(2)
    expect(notice.link.href).toBe('about:blank')
    expect(notice.text).toContain('no longer valid')
    expect(await opened(token)).toEqual(nothing)
    expect(await test.mails(test.ours, other.email)).toEqual([])
    expect(await endingsOf()).toEqual(['other-person'])
  })

  it('the link follows a subject into a merge and out of it again', async () => {
    const token = await sent()
    const into = await addSubject(staff, test.ours.places.home, { dateOfBirth: '1990-10-10' })
    await test.query(test.ours, 'update subject_identities set email = null where subject_id = $1', [into])
    const merged = await merge(staff, { from: subjectId, into })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await opened(token)).toEqual(nothing)
    expect(await opened(token, '1990-10-10')).toEqual([200, expect.anything()])
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)
    expect(await opened(token)).toEqual([200, expect.anything()])
  })

  it('a link ends when the email that it went to is corrected, and a new one goes to the new email', async () => {
    const token = await sent()
    await correctEmail(email.toUpperCase())
    expect(await opened(token)).toEqual([200, expect.anything()])
    await correctEmail(`new-${email}`)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['address-changed'])
    expect((await listed()).obstacles.email).toBeNull()
    expect((await send()).statusCode).toBe(201)
    const another = tokenIn(await message(1, `new-${email}`))
    expect(await opened(another)).toEqual([200, expect.anything()])
    expect(await endingsOf()).toEqual(['opened', 'replaced'])
    expect(await test.mails(test.ours, email)).toHaveLength(1)
  })

  it('a person whose email has changed is told of a correction at the new one', async () => {
    await sent()
    await correctEmail(`new-${email}`)
    await change('corrections', positive)
    const [, now] = await opened(tokenIn(await message(1, `new-${email}`)))
    expect(now).toMatchObject({ result: 'positive', state: 'corrected' })
    expect(await test.mails(test.ours, email)).toHaveLength(1)
  })

  it('a link ends when its subject is merged into one with another email, until the merge is undone', async () => {
    const token = await sent()
    const into = await addSubject(staff, test.ours.places.home)
    const merged = await merge(staff, { from: subjectId, into })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['address-changed'])
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)
    expect(await opened(token)).toEqual([200, expect.anything()])
  })

  it('a result that was corrected while two people were merged is withdrawn from the kept one, and told to the other', async () => {
    await sent()
    const keptEmail = `kept-${email}`
    const into = await addSubject(staff, test.ours.places.home, { email: keptEmail })
    const merged = await merge(staff, { from: subjectId, into })
    expect(merged.statusCode, merged.body).toBe(200)
    await change('corrections', positive)
    const toKept = tokenIn(await message(1, keptEmail))
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)

    const notice = await message(2, keptEmail)
    expect(notice.link.href).toBe('about:blank')
    expect(await opened(toKept)).toEqual(nothing)
    expect(await opened(tokenIn(await message(2)))).toEqual([
      200,
      expect.objectContaining({ result: 'positive', state: 'corrected' }),
    ])
  })

  it('a result that was first sent while two people were merged is only withdrawn', async () => {
    const keptEmail = `kept-${email}`
    const into = await addSubject(staff, test.ours.places.home, { email: keptEmail })
    const merged = await merge(staff, { from: subjectId, into })
    await send()
    await message(1, keptEmail)
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)
    await message(2, keptEmail)
    expect(await endingsOf()).toEqual(['other-person'])
    expect(await test.mails(test.ours, email)).toEqual([])
  })

  it('a link ends when its person verifies another email or changes their mobile', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    const { data: me } = (await patient.get('/users/my-details')).json()
    const call = async (number: string) => {
      const { version } = (await patient.get('/users/my-details')).json().data
      const body = { fullName: 'Ana Quill', mobile: { country: 'GB', number } }
      const reply = await patient.send('PUT', '/users/my-details', { body, headers: { 'if-match': `"${version}"` } })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await call('07400 123457')
    expect((await send()).statusCode).toBe(201)
    const token = tokenIn(await message(1, me.email))
    expect((await send('text')).statusCode).toBe(201)
    const text = tokenIn(await message(1, '+447400123457'))

    const moved = `moved-${email}`
    const asked = await patient.put('/users/my-details/email', { currentPassword: password, email: moved })
    expect(asked.statusCode, asked.body).toBe(204)
    const { link } = await message(1, moved)
    expect(await opened(token)).toEqual([200, expect.anything()])
    expect((await patient.post('/verify', { id: link.searchParams.get('id') })).statusCode).toBe(200)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['sent', 'address-changed'])
    expect((await send()).statusCode).toBe(201)
    expect(await opened(tokenIn(await message(2, moved)))).toEqual([200, expect.anything()])

    expect((await patient.post('/login', { username: moved, password })).statusCode).toBe(200)
    await call('07400 123458')
    expect(await opened(text)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['opened', 'address-changed', 'replaced'])
  })

  it('a waiting message is not sent to an email that has been corrected, nor to a person who was erased', async () => {
    const late = await startTestApp()
    const nurse = await logInAs(late.app, late.ours, 'group')
    const [corrected, other] = [await tested(nurse, late.ours.places.home), await tested(nurse, late.ours.places.home)]
    const erased = await tested(nurse, late.ours.places.home)
    for (const person of [corrected, erased, other])
      expect((await send('email', person.recordId, nurse)).statusCode).toBe(201)
    await correctEmail(`new-${corrected.email}`, corrected.subjectId, nurse)
    const patient = await logInAsSpare(late, late.ours, 'patient')
    const { id: userId } = (await patient.get('/users/my-details')).json().data
    await late.query(late.ours, 'update subjects set user_id = $2 where id = $1', [erased.subjectId, userId])
    const leave = { currentPassword: password, reason: 'other', reasonText: 'Moved' }
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    await late.startSending()
    await expect.poll(() => late.mails(late.ours, other.email)).toHaveLength(1)
    const waiting = 'select 1 from messages m join deliveries d on d.id = m.delivery_id and d.ended_at is null'
    await expect.poll(() => late.query(late.ours, `${waiting} where m.state = 'waiting'`)).toEqual([])
    for (const { email: former } of [corrected, erased]) expect(await late.mails(late.ours, former)).toEqual([])
    const { data } = (await nurse.get(`/test-records/${corrected.recordId}/deliveries`)).json()
    expect(data.deliveries).toEqual([expect.objectContaining({ state: 'ended', endedBecause: 'address-changed' })])
    await late.close()
  })

  it('the links of an erased person end, and nothing is kept of their messages', async () => {
    const token = await sent()
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    const reply = await patient.put('/users/my-details/delete', {
      currentPassword: password,
      reason: 'other',
      reasonText: 'Moved',
    })
    expect(reply.statusCode, reply.body).toBe(204)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['erased'])
    // The result went to an email other than the account's.
    expect(await test.query(test.ours, 'select 1 from messages where recipient = $1', [email])).toEqual([])
    expect(await test.mails(test.ours, email)).toEqual([])
    expect((await send()).statusCode).toBe(422)
    await change('void', {})
    expect(await statesOf()).toEqual([['email', 'ended', 'asked']])
  })
})
