import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { everythingStored } from '../../../tests/server/everything-stored.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startNotified } from '../../../tests/server/notified.ts'
import { agreedHl7, reported, usualSending } from '../../../tests/server/reported.ts'
import { addSubject, merge, undo } from '../../../tests/server/subjects.ts'
import { withoutServerOf } from '../../../tests/programs/away-server.ts'
import type { TestApp } from '../../../tests/server/test-app.ts'
import { makeAutomatic } from './sending-service.ts'

let test: TestApp
let admin: Client

startNotified((started) => {
  ;({ test, admin } = started)
})

const { follow, makeRule, recordPositive, make, get, read, fileOf, itemsOf, states, correct, listed } = reported(
  () => test,
  () => admin,
)

it('is named by its rule, its authority and its day, and by nothing of a person', async () => {
  const ruleId = await makeRule({ name: 'Flu: Ávila / north', authority: 'Health Department' })
  await recordPositive()
  const { id, fileName, madeAt } = await make(ruleId)
  expect(fileName).toBe(`flu-avila-north-health-department-${madeAt.slice(0, 10)}-${id.slice(-12)}.csv`)
})

describe('a report that is downloaded', () => {
  it('tells all that is ready once somebody says that it was sent, says who made it, and keeps its file', async () => {
    const ruleId = await makeRule()
    const records = [await recordPositive(), await recordPositive()]
    const report = await make(ruleId)
    expect(report).toMatchObject({ state: 'made', sentAt: null, items: 2, format: 'csv', way: 'download' })
    expect(report).toMatchObject({ isAutomatic: false })
    expect(report.madeBy).not.toBeNull()
    for (const record of records) {
      expect(await itemsOf(record)).toMatchObject([{ state: 'sending', reportWay: 'download', sentAt: null }])
    }
    expect(await make(ruleId, 200)).toBeNull()
    const say = async () => (await admin.put(`/notification-reports/${report.id}/sent`)).statusCode
    // Nobody can have sent what nobody has saved, and whoever has saved it may not have sent it.
    expect([await say(), (await get(report.id)).mayHaveArrived]).toEqual([409, false])
    const content = await read(report.id)
    for (const record of records) expect(await itemsOf(record)).toMatchObject([{ state: 'sending', sentAt: null }])
    expect(await get(report.id)).toMatchObject({ state: 'made', mayHaveArrived: true, sentAt: null })
    expect(await say()).toBe(200)
    for (const record of records) expect(await itemsOf(record)).toMatchObject([{ state: 'sent', reportWay: null }])
    const sent = await get(report.id)
    expect(sent).toMatchObject({ state: 'sent', mayHaveArrived: false })
    // Who saves it or says so again does not tell it again.
    await read(report.id)
    expect([await say(), (await get(report.id)).sentAt]).toEqual([200, sent.sentAt])
    expect(hash('sha256', content)).toBe(report.fileHash)
    expect(content.split('\r\n')).toHaveLength(4)
    // Nothing is left to tell.
    expect(await make(ruleId, 200)).toBeNull()
    expect(await listed()).toHaveLength(1)
  })

  it('can be withdrawn until somebody says that it was sent, and what it tells is ready again', async () => {
    const ruleId = await makeRule()
    const record = await recordPositive()
    const withdraw = (id: string, as = admin) => as.put(`/notification-reports/${id}/withdraw`)
    const unsaved = await make(ruleId)
    const reply = await withdraw(unsaved.id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().data).toMatchObject({ state: 'withdrawn', mayHaveArrived: false })
    expect(reply.json().data.withdrawn.by).not.toBeNull()
    expect(await itemsOf(record)).toMatchObject([{ state: 'ready', reportId: null, withdrawn: 'not-arrived' }])
    const saved = await make(ruleId)
    await read(saved.id)
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    const patient = await logInAs(test.app, test.ours, 'patient')
    expect([(await withdraw(saved.id, theirs)).statusCode, (await withdraw(saved.id, patient)).statusCode]).toEqual([
      404, 403,
    ])
    expect((await withdraw(saved.id)).json().data).toMatchObject({ state: 'withdrawn', mayHaveArrived: true })
    expect((await withdraw(saved.id)).statusCode).toBe(200)
    expect(await itemsOf(record)).toMatchObject([{ state: 'ready', withdrawn: 'may-have-arrived' }])
    expect((await admin.put(`/notification-reports/${saved.id}/sent`)).statusCode).toBe(409)
    const trail = await test.query(
      test.ours,
      `select details from audit_events where action = 'notification-report.withdrawn' and outcome = 'done' and resource_id = $1`,
      [saved.id],
    )
    expect(trail).toEqual([{ details: { rows: 1 } }])
    const sent = await make(ruleId)
    expect(sent).toMatchObject({ mayRepeat: true })
    await read(sent.id)
    expect((await admin.put(`/notification-reports/${sent.id}/sent`)).statusCode).toBe(200)
    expect((await withdraw(sent.id)).statusCode).toBe(409)
    expect(await itemsOf(record)).toMatchObject([{ state: 'sent' }])
  })

  it('and withdrawn before anybody saved it says so once somebody has saved it, as does what tells the same', async () => {
    const ruleId = await makeRule()
    const record = await recordPositive()
    const { id } = await make(ruleId)
    expect((await admin.put(`/notification-reports/${id}/withdraw`)).json().data.mayHaveArrived).toBe(false)
    // Its file stays, and a page that was open before offers it as one to send.
    await read(id)
    expect(await get(id)).toMatchObject({ state: 'withdrawn', mayHaveArrived: true })
    expect(await itemsOf(record)).toMatchObject([{ state: 'ready', withdrawn: 'may-have-arrived' }])
    expect(await make(ruleId)).toMatchObject({ mayRepeat: true })
  })

  it.each(['withdraw', 'sent'])('takes a %s by two people at once as one', async (way) => {
    const ruleId = await makeRule()
    await recordPositive()
    const { id } = await make(ruleId)
    await read(id)
    const other = await logInAs(test.app, test.ours, 'tenant')
    const replies = await Promise.all(
      [admin, other, admin].map((client) => client.put(`/notification-reports/${id}/${way}`)),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const trail = await test.query(
      test.ours,
      `select from audit_events where resource_id = $1 and outcome = 'done'
         and action = any('{notification-report.withdrawn,notification-report.confirmed}')`,
      [id],
    )
    expect(trail).toHaveLength(1)
  })

  it('on paper has the clock of the place', async () => {
    const ruleId = await makeRule({ format: 'printed' })
    await recordPositive()
    const forms: unknown = JSON.parse(await fileOf((await make(ruleId)).id))
    const { performedZone } = newRecordAt(test.ours.places.home)
    expect(forms).toMatchObject([{ kind: 'first', performedZone }])
  })

  it('is made once, however often it is asked for', async () => {
    const ruleId = await makeRule()
    await recordPositive()
    const send = () => admin.post('/notification-reports', { ruleId })
    const replies = await Promise.all([send(), send()])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 201]))
    expect(await listed()).toHaveLength(1)
  })

  it('of chosen items leaves the others, and is refused if one of them is not ready', async () => {
    const ruleId = await makeRule()
    const [one, other] = [await recordPositive(), await recordPositive()]
    const itemOf = async (record: string) => (await itemsOf(record))[0]?.id
    const ids = [await itemOf(one)]
    expect(await make(ruleId, 201, { ids })).toMatchObject({ items: 1 })
    expect([await states(one), await states(other)]).toEqual([['sending'], ['ready']])
    await make(ruleId, 409, { ids: [...ids, await itemOf(other)] })
    expect(await states(other)).toEqual(['ready'])
    const third = await recordPositive()
    expect(await make(ruleId, 201, { except: [await itemOf(third)] })).toMatchObject({ items: 1 })
    expect([await states(other), await states(third)]).toEqual([['sending'], ['ready']])
  })

  it('leaves out what lacks something, and an old version of a record that has changed since', async () => {
    const ruleId = await makeRule({ needed: ['nhsNumber'] })
    await recordPositive()
    expect(await make(ruleId, 200)).toBeNull()
    const plain = await makeRule()
    const record = await recordPositive()
    await correct(record, 'inconclusive')
    // The chain was not followed yet, so its item still waits, and must not tell the new result as the old one.
    expect(await make(plain, 200)).toBeNull()
  })

  it('tells of a record whose person was merged and separated again', async () => {
    const ruleId = await makeRule()
    const { home } = test.ours.places
    const [into, from] = [await addSubject(admin, home), await addSubject(admin, home)]
    const record = await recordPositive({ ...home, subjectId: from })
    const versionOf = async () => (await admin.get(`/test-records/${record}`)).json().data.version
    const before = await versionOf()
    const merged = await merge(admin, { from, into })
    expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
    await follow()
    expect(await versionOf()).toBeGreaterThan(before)
    expect(await states(record)).toEqual(['ready'])
    expect(await make(ruleId)).toMatchObject({ items: 1 })
    expect(await states(record)).toEqual(['sending'])
  })

  it('is HL7 if the rule says so, and only of what that format can tell', async () => {
    const ruleId = await makeRule({ format: 'hl7' })
    await recordPositive()
    await test.query(test.ours, `update groups set phone = null where tenant_id = current_tenant()`)
    await test.query(test.ours, `update organisations set phone = null where tenant_id = current_tenant()`)
    expect(await make(ruleId, 200)).toBeNull()
    await test.query(test.ours, `update organisations set phone = '+442079460018' where tenant_id = current_tenant()`)
    // Its kit has no code yet, without which HL7 cannot name the analyte.
    expect(await make(ruleId, 200)).toBeNull()
    await test.query(
      test.ours,
      `update assay_versions set analytes = (
         select jsonb_agg(line || '{"loinc": "94558-4"}') from jsonb_array_elements(analytes) as line
       ) where tenant_id = current_tenant() and assay_id = $1`,
      [test.ours.places.home.assayId],
    )
    const content = await fileOf((await make(ruleId)).id)
    expect(content.split('\r').map((line) => line.slice(0, 3))).toEqual(
      'FHS BHS MSH SFT PID ORC OBR OBX SPM BTS FTS'.split(' ').concat(''),
    )
  })

  it('is none in HL7 before its rule names who sends and who receives', async () => {
    const ruleId = await makeRule({ format: 'hl7' })
    const path = `/notification-rules/${ruleId}/sending`
    const agreed = async (hl7: object) => {
      const reply = await admin.send('PUT', path, { body: { ...usualSending, hl7 } })
      return reply.statusCode
    }
    const { senderOid: _, ...unnamed } = agreedHl7
    expect(await agreed(unnamed)).toBe(200)
    await recordPositive()
    expect((await admin.post('/notification-reports', { ruleId })).json().code).toBe('not-possible')
    expect(await agreed({ ...agreedHl7, receivingApplicationOid: 'NJ-ELR' })).toBe(422)
    expect(await agreed({ ...agreedHl7, receivingApplicationOid: 'NJ-ELR', receiverIds: 'own' })).toBe(200)
  })

  it('is seen only by those who see each record in it', async () => {
    const ruleId = await makeRule()
    const stranger = await logInAs(test.app, test.theirs, 'tenant')
    const elsewhere = await logInAs(test.app, test.ours, 'provider')
    await recordPositive()
    const seen = await make(ruleId)
    expect((await listed(elsewhere)).map(({ id }) => id)).toEqual([seen.id])
    await recordPositive()
    await recordPositive(test.ours.places.away)
    const report = await make(ruleId)
    // A provider sees the first of its two tests.
    for (const other of [stranger, elsewhere]) {
      expect((await listed(other)).map(({ id }) => id)).not.toContain(report.id)
      expect((await other.get(`/notification-reports/${report.id}`)).statusCode).toBe(404)
      expect((await other.get(`/notification-reports/${report.id}/file`)).statusCode).toBe(404)
    }
  })
})

describe('how a rule sends', () => {
  const settings = usualSending
  const server = { host: 'localhost', port: 22, user: 'us', folder: 'in', hostKey: `SHA256:${'A'.repeat(43)}` }
  const secret = { kind: 'password', value: 'keep this to yourself' }

  it('has what is usual until somebody changes it, and never shows or stores the secret in plain text', async () => {
    const ruleId = await makeRule({ way: 'sftp' })
    const address = `/notification-rules/${ruleId}/sending`
    expect((await admin.get(address)).json().data).toMatchObject({ sftp: null, everyMinutes: null, version: 0 })
    const put = (sftp: object | null) => admin.send('PUT', address, { body: { ...settings, sftp } })
    expect((await put({ ...server, secret: null })).statusCode).toBe(422)
    const reply = await put({ ...server, secret })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.body).not.toContain(secret.value)
    expect(await everythingStored(test, test.ours)).not.toContain(secret.value)
    // The secret stays with its server, and is not given to another.
    expect((await put({ ...server, folder: 'other', secret: null })).statusCode).toBe(200)
    expect((await put({ ...server, host: 'elsewhere.example', secret: null })).statusCode).toBe(422)
    expect((await put({ ...server, host: '10.0.0.1', secret })).statusCode).toBe(422)
    const another = await put({ ...server, hostKey: `SHA256:${'B'.repeat(43)}`, secret: null })
    expect([another.statusCode, Object.keys(another.json().errors)]).toEqual([422, ['sftp.secret']])
  })

  it('is by nothing that is not set up', async () => {
    const ruleId = await makeRule({ way: 'sftp' })
    const record = await recordPositive()
    await make(ruleId, 409)
    expect(await states(record)).toEqual(['ready'])
  })

  it('is by itself only where that is switched on', async () => {
    const ruleId = await makeRule()
    const record = await recordPositive()
    await makeAutomatic(test.door)
    expect(await states(record)).toEqual(['ready'])
    const body = { ...settings, sftp: null, everyMinutes: 5 }
    expect((await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })).statusCode).toBe(200)
    await makeAutomatic(test.door)
    expect(await states(record)).toEqual(['ready'])
    await test.query(
      test.ours,
      `update notification_sendings set next_at = now() - interval '1 second' where rule_id = $1`,
      [ruleId],
    )
    await makeAutomatic(test.door)
    await makeAutomatic(test.door)
    expect(await states(record)).toEqual(['sending'])
    expect(await listed()).toMatchObject([{ isAutomatic: true, madeBy: null, items: 1 }])
  })

  it('is by itself while the server of another tenant is away, and the error says in how many nobody could look', async () => {
    const ruleId = await makeRule()
    const record = await recordPositive()
    const body = { ...settings, sftp: null, everyMinutes: 5 }
    expect((await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })).statusCode).toBe(200)
    await test.query(
      test.ours,
      `update notification_sendings set next_at = now() - interval '1 second' where rule_id = $1`,
      [ruleId],
    )
    await expect(makeAutomatic(withoutServerOf(test.theirs.id, test.door))).rejects.toThrow(
      'It failed in 1 of 2 tenants',
    )
    expect(await states(record)).toEqual(['sending'])
  })
})
