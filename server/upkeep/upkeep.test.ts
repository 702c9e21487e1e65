import { access, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs } from '../../tests/server/client.ts'
import { userIdOf, type TestTenant } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'
import { endedRows } from './repository.ts'
import { removeEnded } from './service.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/**
 * SQL that inserts a row of each kind, `ago` (an interval) before now. `$1` is a user, `$2` a group, `$3` an
 * organisation, `$5` the tenant.
 */
const plants: Record<keyof typeof endedRows | 'device_images', { over: string; under: string; insert: string }> = {
  sessions: {
    over: '1 second',
    under: '-1 minute',
    insert: `insert into sessions (tenant_id, token_hash, id, user_id, expires_at)
      select tenants.id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), gen_random_uuid(), $1, now() - $4::interval from tenants`,
  },
  tokens: {
    over: '1 second',
    under: '-1 minute',
    insert: `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
      select tenants.id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), $1, 'password', 'a@b.test', now() - $4::interval from tenants`,
  },
  throttle_counters: {
    over: '24 hours 1 minute',
    under: '23 hours 59 minutes',
    insert: `insert into throttle_counters (tenant_id, key, window_started_at, attempts)
      select tenants.id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), now() - $4::interval, 1 from tenants`,
  },
  message_counts: {
    over: '24 hours 1 minute',
    under: '23 hours 59 minutes',
    insert: `insert into message_counts (tenant_id, id, channel, sender_id, recipient_hash, queued_at)
      select tenants.id, gen_random_uuid(), 'email', $1, '', now() - $4::interval from tenants`,
  },
  idempotency_keys: {
    over: '72 hours 1 minute',
    under: '71 hours 59 minutes',
    insert: `insert into idempotency_keys (tenant_id, user_id, key, request_hash, resource_id, created_at)
      select tenants.id, $1, gen_random_uuid()::text, '', gen_random_uuid(), now() - $4::interval from tenants`,
  },
  assay_pictures: {
    over: '7 days 1 minute',
    under: '6 days 23 hours 59 minutes',
    insert: `insert into assay_pictures (tenant_id, id, content, width, height, uploaded_by, created_at)
      select tenants.id, gen_random_uuid(), 'x', 1, 1, $1, now() - $4::interval from tenants`,
  },
  test_drafts: {
    over: '24 hours 1 minute',
    under: '23 hours 59 minutes',
    insert: `insert into test_drafts (tenant_id, user_id, idempotency_key, content, kept_at)
      select tenant_id, id, 'planted', '{}', now() - $4::interval from users u where u.tenant_id = $5
        and not exists (select from test_drafts d where d.tenant_id = $5 and d.user_id = u.id) limit 1`,
  },
  test_run_drafts: {
    over: '24 hours 1 minute',
    under: '23 hours 59 minutes',
    insert: `insert into test_run_drafts (tenant_id, test_run_id, user_id, content, kept_at)
      select r.tenant_id, r.id, u.id, '{}', now() - $4::interval from test_runs r cross join users u where r.tenant_id = $5 and u.tenant_id = $5
        and not exists (select from test_run_drafts d where d.tenant_id = $5 and d.test_run_id = r.id and d.user_id = u.id) limit 1`,
  },
  browsers: {
    over: '14 days 1 minute',
    under: '13 days 23 hours 59 minutes',
    insert: `insert into browsers (tenant_id, user_id, purpose, token_hash, used_at)
      select tenants.id, $1, 'email', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), now() - $4::interval from tenants`,
  },
  messages: {
    over: '30 days 1 minute',
    under: '29 days 23 hours 59 minutes',
    insert: `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale, state, sent_at, created_at)
      select tenants.id, gen_random_uuid(), $1, 'email', 'password-reset', 'planted@b.test', 'en_GB', 'sent',
             now() - $4::interval, now() - interval '60 days' from tenants`,
  },
  development_mail: {
    over: '30 days 1 minute',
    under: '29 days 23 hours 59 minutes',
    insert: `insert into development_mail (tenant_id, id, channel, recipient, subject, text, html, created_at)
      select tenants.id, gen_random_uuid(), 'email', 'planted@b.test', '', '', '', now() - $4::interval from tenants`,
  },
  invites: {
    over: '90 days 1 minute',
    under: '89 days 23 hours 59 minutes',
    insert: `insert into invites (tenant_id, id, organisation_id, group_id, email, lang, invited_by, expires_at)
      select tenants.id, gen_random_uuid(), $3::uuid, $2::uuid, gen_random_uuid() || '@b.test', 'en', $1, now() - $4::interval from tenants;
      insert into invite_codes (tenant_id, code_hash, invite_id, channel, last_four)
      select tenant_id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), id, 'email', 'ABCD' from invites i
        where email like '%@b.test' and not exists (select from invite_codes c where c.tenant_id = i.tenant_id and c.invite_id = i.id)`,
  },
  subject_merges: {
    over: '30 days 1 minute',
    under: '29 days 23 hours 59 minutes',
    insert: `insert into subject_merges (tenant_id, id, kept_subject_id, merged_subject_id, identity, group_ids, added_group_ids,
        test_record_ids, merged_by, merged_at, undone_at)
      select tenant_id, gen_random_uuid(), id, id, '{}', '{}', '{}', '{}', $1::uuid, now() - $4::interval, now()
      from subjects where id = $7`,
  },
  webhook_attempts: {
    over: '7 days 1 minute',
    under: '6 days 23 hours 59 minutes',
    insert: `insert into webhook_attempts (tenant_id, id, webhook_id, kind, message_id, tried_at, is_by_hand, status, milliseconds, body, answer)
      select tenant_id, gen_random_uuid(), id, 'webhook.test', 'test', now() - $4::interval, false, 200, 1, '', ''
      from webhooks where id = $6`,
  },
  webhook_secrets: {
    over: '1 second',
    under: '-1 minute',
    insert: `insert into webhook_secrets (tenant_id, id, webhook_id, secret, ends_at)
      select tenant_id, gen_random_uuid(), id, '', now() - $4::interval
      from webhooks where id = $6`,
  },
  device_images: {
    over: '7 days 1 minute',
    under: '6 days 23 hours 59 minutes',
    insert: `insert into device_images (tenant_id, id, uploaded_by, width, height, byte_size, created_at)
      select tenants.id, gen_random_uuid(), $1, 1, 1, 1, now() - $4::interval from tenants`,
  },
}
type Kind = keyof typeof plants
const kinds = Object.keys(plants) as Kind[]

async function plant(tenant: TestTenant, kind: Kind, ago: string): Promise<void> {
  const { home } = tenant.places
  const values = [
    userIdOf('clinical'),
    home.groupId,
    home.organisationId,
    ago,
    tenant.id,
    home.webhookId,
    home.subjectId,
  ]
  const { insert } = plants[kind]
  // Mentions every parameter, because each statement uses only some of them.
  for (const statement of insert.split(';')) {
    await test.query(
      tenant,
      `with given as (select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid, $6::uuid, $7::uuid) ${statement}`,
      values,
    )
  }
}

async function count(tenant: TestTenant, kind: Kind): Promise<number> {
  const [row] = await test.query<{ count: string }>(
    tenant,
    `select count(*) from ${kind} where tenant_id = current_tenant()`,
  )
  return Number(row?.count)
}

it('covers every kind of row that is removed', () => {
  expect(kinds.toSorted()).toEqual([...Object.keys(endedRows), 'device_images'].toSorted())
})

describe.each(kinds)('%s', (kind) => {
  it('are kept until just before they expire', async () => {
    const before = await count(test.ours, kind)
    await plant(test.ours, kind, plants[kind].under)
    await removeEnded(test.door)
    expect(await count(test.ours, kind)).toBe(before + 1)
  })

  it('are removed just after they expire, in suspended tenants too, and by several processes at once', async () => {
    await test.query(test.theirs, `update tenants set status = 'suspended'`)
    const before = [await count(test.ours, kind), await count(test.theirs, kind)]
    await plant(test.ours, kind, plants[kind].over)
    await plant(test.theirs, kind, plants[kind].over)
    await Promise.all(Array.from({ length: 4 }, () => removeEnded(test.door)))
    expect([await count(test.ours, kind), await count(test.theirs, kind)]).toEqual(before)
  })
})

it('continues until nothing is left, however much there is', async () => {
  await test.query(
    test.ours,
    `insert into throttle_counters (tenant_id, key, window_started_at, attempts)
     select tenants.id, sha256(convert_to(n::text, 'UTF8')), now() - interval '2 days', 1 from tenants, generate_series(1, 1100) as n`,
  )
  await removeEnded(test.door)
  const old = `select from throttle_counters where window_started_at < now() - interval '1 day'`
  expect(await test.query(test.ours, old)).toEqual([])
})

it('leaves the rest for the next round when it is stopped', async () => {
  await plant(test.ours, 'tokens', plants.tokens.over)
  const before = await count(test.ours, 'tokens')
  await removeEnded(test.door, AbortSignal.abort())
  expect(await count(test.ours, 'tokens')).toBe(before)
})

describe('the file of a photo', () => {
  const folder = () => path.join(test.dataDir, 'files/device-images', test.ours.id)
  const upload = async (): Promise<string> => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const sent = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }])
    return (await client.send('POST', '/device-images', sent)).json().data.id
  }
  const age = (id: string) =>
    test.query(test.ours, `update device_images set created_at = now() - interval '8 days' where id = $1`, [id])
  /** Makes the waiting jobs due. */
  const hurry = () => test.query(test.ours, `update jobs.job set start_after = now() where name = 'remove-photo'`)

  it('is removed after its row, even if the process ends in between, and so is a file without a row', async () => {
    const [unused, young, lost] = [await upload(), await upload(), await upload()]
    await age(unused)
    // The job of its upload was finished long ago.
    await test.query(test.ours, `delete from jobs.job where name = 'remove-photo' and data ->> 'id' = $1`, [unused])
    // For this upload the process ended after the file and before the row was stored.
    await test.query(test.ours, 'delete from device_images where id = $1', [lost])
    await removeEnded(test.door)
    const rows = await test.query<{ id: string }>(test.ours, 'select id from device_images where id = any($1)', [
      [unused, young, lost],
    ])
    expect(rows).toEqual([{ id: young }])
    expect(await readdir(folder())).toEqual(expect.arrayContaining([`${unused}.webp`, `${lost}.webp`]))

    await hurry()
    await test.startUpkeep()
    const waiting = `select from jobs.job where name = 'remove-photo' and state < 'completed'`
    await expect.poll(() => test.query(test.ours, waiting), { interval: 100 }).toEqual([])
    const files = await readdir(folder())
    expect(files).toContain(`${young}.webp`)
    expect(files).not.toContain(`${unused}.webp`)
    expect(files).not.toContain(`${lost}.webp`)
    // A record's photo is never removed, whatever its age.
    const { imageId } = test.ours.places.home
    await age(imageId)
    await removeEnded(test.door)
    await access(path.join(folder(), `${imageId}.webp`))
    expect(await test.query(test.ours, 'select from device_images where id = $1', [imageId])).toHaveLength(1)
  })
})

it('runs by itself in the job queue', async () => {
  await plant(test.ours, 'tokens', plants.tokens.over)
  const before = await count(test.ours, 'tokens')
  await test.query(test.ours, `delete from jobs.job where name = 'remove-ended'`)
  await test.startUpkeep()
  await expect.poll(() => count(test.ours, 'tokens'), { interval: 200 }).toBeLessThan(before)
})
