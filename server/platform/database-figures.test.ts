import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealAudit } from '../audit/service.ts'
import { foldRecordCounts } from '../test-records/counting/folding-service.ts'
import { logInAs } from '../../tests/server/client.ts'
import { metricOf } from '../../tests/server/metrics-of.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import type { TestTenant } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let jobName: string

beforeAll(async () => {
  test = await startTestApp()
  const { rows } = await test.database.owner.query<{ name: string }>(`select to_regclass('jobs.job')::text as name`)
  jobName = rows[0]?.name ?? ''
})
afterAll(() => test.close())

/** Reads the figures as the server does, whose role sees no tenant here. */
async function figures(): Promise<Record<string, number>> {
  const { rows } = await test.database.pool.query<{ name: string; value: number }>(
    `select figure || ' ' || label as name, round(value)::int as value from operating_figures()`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value]))
}

const inBoth = [() => test.ours, () => test.theirs]

/** Adds a job that has been due for this long. */
async function addJob(queue: string, tenant: TestTenant, due: string, more = ''): Promise<string> {
  const id = randomUUID()
  await test.database.owner.query(
    `insert into ${jobName} (id, name, data, created_on, start_after ${more && ', state, retry_count'})
     values ($1, $2, $3, now() - $4::interval, now() - $4::interval ${more})`,
    [id, queue, { tenantId: tenant.id, id }, due],
  )
  return id
}

const endJob = (id: string) => test.database.owner.query(`delete from ${jobName} where id = $1`, [id])

describe.each(inBoth)('the figures of the database see tenant %#', (of) => {
  it('whose events wait for their seal', async () => {
    await sealAudit(test.door)
    expect(await figures()).toMatchObject({ audit_oldest_unsealed_seconds: 0 })
    await test.query(
      of(),
      `insert into audit_events (tenant_id, id, action, occurred_at)
       values (current_tenant(), gen_random_uuid(), 'session.login', now() - interval '2 hours')`,
    )
    expect(await figures()).toMatchObject({ audit_oldest_unsealed_seconds: 7200 })
    await sealAudit(test.door)
    expect(await figures()).toMatchObject({ audit_oldest_unsealed_seconds: 0 })
  })

  it('whose records are in no count yet', async () => {
    const client = await logInAs(test.app, of(), 'clinical')
    const sent = await client.post('/test-records', newRecordAt(of().places.home), { 'idempotency-key': randomUUID() })
    expect(sent.statusCode).toBe(201)
    await test.query(of(), `update record_deltas set added_at = now() - interval '1 hour'`)
    expect(await figures()).toMatchObject({ counts_oldest_unfolded_seconds: 3600 })
    await foldRecordCounts(test.door)
    expect(await figures()).toMatchObject({ counts_oldest_unfolded_seconds: 0 })
  })

  it('whose messages wait, unless it is suspended', async () => {
    const idle = { 'outbox_messages email': 0, 'outbox_oldest_seconds email': 0, 'outbox_messages text': 0 }
    expect(await figures()).toMatchObject(idle)
    const mail = await addJob('send-message', of(), '20 minutes')
    const retried = await addJob('send-text', of(), '10 minutes', `, 'retry', 3`)
    await test.database.owner.query(`update ${jobName} set start_after = now() + interval '1 hour' where id = $1`, [
      retried,
    ])
    expect(await figures()).toMatchObject({
      'outbox_messages email': 1,
      'outbox_oldest_seconds email': 1200,
      'outbox_messages text': 1,
      'outbox_oldest_seconds text': 600,
    })
    await test.query(of(), `update tenants set status = 'suspended'`)
    expect(await figures()).toMatchObject(idle)
    await test.query(of(), `update tenants set status = 'active'`)
    await Promise.all([mail, retried].map(endJob))
    expect(await figures()).toMatchObject(idle)
  })

  it('whose messages were given up', async () => {
    const id = await addJob('send-message', of(), '2 days', `, 'failed', 200`)
    expect(await figures()).toMatchObject({ 'outbox_given_up email': 1, 'outbox_messages email': 0 })
    await endJob(id)
  })

  it('whose exports run and wait', async () => {
    const { id: userId } = (await test.query<{ id: string }>(of(), 'select id from users limit 1'))[0] ?? {}
    await test.database.owner.query(
      `insert into export_turns (tenant_id, user_id, asked_at, started_at)
       values ($1, $2, now() - interval '2 hours', now() - interval '1 hour'), ($1, $2, now() - interval '1 minute', null)`,
      [of().id, userId],
    )
    expect(await figures()).toMatchObject({
      'exports running': 1,
      'exports waiting': 1,
      'exports_oldest_seconds running': 3600,
      'exports_oldest_seconds waiting': 60,
    })
    await test.database.owner.query(`update export_turns set seen_at = now() - interval '1 hour'`)
    expect(await figures()).toMatchObject({
      'exports running': 0,
      'exports waiting': 0,
      'exports_oldest_seconds running': 0,
    })
    await test.database.owner.query('delete from export_turns')
  })
})

it('jobs that are due later do not wait', async () => {
  const id = await addJob('remove-photo', test.ours, '-1 hour')
  expect(await figures()).toMatchObject({ 'jobs_oldest_waiting_seconds remove-photo': 0 })
  await endJob(id)
  const due = await addJob('remove-photo', test.ours, '30 minutes')
  expect(await figures()).toMatchObject({ 'jobs_oldest_waiting_seconds remove-photo': 1800 })
  await endJob(due)
})

it('every process shows the figures of all, without a tenant in any label', async () => {
  await addJob('send-text', test.ours, '20 minutes')
  for (const app of [await test.another(), await test.another()]) {
    // A process gives up on a busy database after a moment, and asks again later.
    await expect.poll(() => metricOf(app, 'lateral_database_up')).toBe(1)
    expect(await metricOf(app, 'lateral_outbox_messages{channel="text"}')).toBe(1)
    expect(await metricOf(app, 'lateral_jobs_oldest_waiting_seconds{queue="seal-audit"}')).toBe(0)
  }
  const { body } = await test.app.inject({ url: '/metrics' })
  for (const { id, slug, host } of [test.ours, test.theirs]) {
    for (const told of [id, `"${slug}"`, host]) expect(body).not.toContain(told)
  }
})
