import { hash } from '@node-rs/argon2'
import type { Client } from 'pg'
import { builtInTerms } from '../contract/own-account/user.ts'
import { defaultPermissions, userTypes } from '../contract/permissions/permissions.ts'
import { auditActors, bigTenant, type Scale } from './fixture.ts'

const theme = {
  web: Object.fromEntries(
    ['primary', 'secondary', 'hover', 'accent', 'anchor', 'grey', 'textLink'].map((name) => [name, '#0F766E']),
  ),
}

/** Inserts the tenants with their organisations, groups, users, assay and subjects. */
export async function fillPlaces(client: Client, scale: Scale): Promise<void> {
  const { tenants, organisations, groups, users, patients } = scale
  const passwordHash = await hash(bigTenant.password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
  await client.query(`
    create or replace function bench_id(kind int, tenant bigint, n bigint) returns uuid language sql immutable parallel safe as
    $$ select ('01900000000' || kind || '70008000' || lpad(to_hex(tenant), 4, '0') || lpad(to_hex(n), 8, '0'))::uuid $$`)
  const tenant = `generate_series(0, ${tenants - 1}) as t`
  await client.query(
    `insert into tenants (id, name, slug, id_prefix, subjects, theme)
     select bench_id(1, t, 0), 'Bench ' || t, 'bench-' || t, 'BNCH', '{"kind":"human","customId1":"1","customId2":"2"}', $1 from ${tenant}`,
    [JSON.stringify(theme)],
  )
  await client.query(`insert into tenant_addresses select 'slug', 'bench-' || t, bench_id(1, t, 0) from ${tenant}`)
  for (const type of userTypes) {
    await client.query(
      `insert into tenant_permissions (tenant_id, user_type, permissions) select bench_id(1, t, 0), $1, $2 from ${tenant}`,
      [type, defaultPermissions[type]],
    )
  }
  await client.query(`
    insert into organisations (tenant_id, id, name)
    select bench_id(1, t, 0), bench_id(2, t, o), 'Organisation ' || o from ${tenant}, generate_series(0, ${organisations - 1}) as o`)
  await client.query(`
    insert into groups (tenant_id, id, organisation_id, name)
    select bench_id(1, t, 0), bench_id(3, t, g), bench_id(2, t, g % ${organisations}), 'Group ' || g
    from ${tenant}, generate_series(0, ${groups - 1}) as g`)
  // The search words of all users are built in one statement at the end instead of by a trigger for each user.
  await client.query('alter table users disable trigger user_words')
  await client.query(
    `insert into users (tenant_id, id, email, full_name, user_type, organisation_id, email_verified_at, password_hash, terms_accepted_version, terms_accepted_at)
     select bench_id(1, t, 0), bench_id(4, t, u),
       case u when 0 then '${bigTenant.accounts.tenant}' when 1 then '${bigTenant.accounts.organisation}' else 'user-' || u || '@bench.test' end,
       'User ' || u, case u when 0 then 'tenant' when 1 then 'organisation' else 'clinical' end,
       case u when 0 then null else bench_id(2, t, u % ${organisations}) end, now(), $1, $2, now()
     from ${tenant}, generate_series(0, ${users - 1}) as u`,
    [passwordHash, builtInTerms],
  )
  await client.query(`
    insert into users (tenant_id, id, email, full_name, user_type, organisation_id, email_verified_at)
    select bench_id(1, t, 0), bench_id(4, t, ${users} + p), 'patient-' || p || '@bench.test', 'Patient ' || p, 'patient',
      case p % 2 when 0 then bench_id(2, t, p % ${organisations}) end, now()
    from (select 0 as t) as big, generate_series(0, ${patients - 1}) as p`)
  await client.query(`
    insert into user_words (tenant_id, word, user_id)
    select tenant_id, word, id from users, lateral (select words_of(full_name) union select words_of(email)) as w (word)`)
  await client.query('alter table users enable trigger user_words')
  await client.query(`
    insert into user_groups (tenant_id, user_id, group_id)
    select bench_id(1, t, 0), bench_id(4, t, u), bench_id(3, t, u % ${groups})
    from ${tenant}, generate_series(2, ${users - 1}) as u`)
  await client.query(`
    insert into assays (tenant_id, id, name, analytes, specimens, read_from_minutes, read_until_minutes)
    select bench_id(1, t, 0), bench_id(5, t, 0), 'Bench Antigen', '[{"id":"sars-cov-2","name":"SARS-CoV-2","loinc":null,"snomed":null}]', '[{"name":"Nasal swab","snomed":null}]', 15, 30
    from ${tenant}`)
  await client.query('update tenants t set assay_id = (select a.id from assays a where a.tenant_id = t.id)')
  await fillSubjects(client, scale)
}

async function fillSubjects(client: Client, scale: Scale): Promise<void> {
  const { tenants, organisations, groups, subjects, lastNames } = scale
  const { ofBig, ofOthers } = subjects
  const all = `generate_series(0, ${tenants - 1}) as t, generate_series(0, case t when 0 then ${ofBig} else ${ofOthers} end - 1) as s`
  await client.query(`
    insert into subjects (tenant_id, id, kind, organisation_id, group_id)
    select bench_id(1, t, 0), bench_id(6, t, s), 'human', bench_id(2, t, s % ${organisations}), bench_id(3, t, s % ${groups}) from ${all}`)
  await client.query(`
    insert into subject_identities (tenant_id, subject_id, group_id, email, date_of_birth, first_name, last_name, local_id)
    select bench_id(1, t, 0), bench_id(6, t, s), bench_id(3, t, s % ${groups}), 'p' || s || '@bench.test',
      date '1930-01-01' + (s * 7) % 30000, (array['Ada','Ben','Cleo','Dev','Eve','Finn','Gita','Hugo'])[1 + s % 8], 'Person' || s % ${lastNames}, 'L' || s
    from ${all}`)
  await client.query(`
    insert into subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)
    select i.tenant_id, i.subject_id, i.group_id, s.organisation_id, i.last_name_key || ' ' || i.first_name_key, true, true
    from subject_identities i join subjects s on s.tenant_id = i.tenant_id and s.id = i.subject_id`)
  await client.query(`
    insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id, whole)
    select m.tenant_id, word, m.subject_id, m.group_id, m.organisation_id,
      concat_ws(' ', '', i.first_name_key, i.last_name_key, i.email_key, i.local_id_key)
    from subject_groups m join subject_identities i on i.tenant_id = m.tenant_id and i.subject_id = m.subject_id,
      unnest(array[i.first_name_key || ' ' || i.last_name_key, i.last_name_key, i.email_key, i.local_id_key]) as word`)
}

/**
 * Inserts the records in order of time over the last two years. Every second one belongs to the big tenant until the
 * others have their share, as if all tenants had recorded side by side. `records` counts those of the big tenant.
 */
export async function fillRecords(
  client: Client,
  { scale, records, ofOthers }: { scale: Scale; records: number; ofOthers: number },
): Promise<void> {
  const { tenants, organisations, groups, users, subjects } = scale
  const total = records + ofOthers
  await client.query(`
    insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result, analyte_results,
      specimen, performed_at, performed_zone, location, lot, lot_expiry, note, recorded_by, recorded_at, updated_at)
    select bench_id(1, t, 0),
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
      'BNCH-' || upper(lpad(to_hex((i * 2654435761) & 4294967295), 8, '0')),
      bench_id(2, t, s % ${organisations}), bench_id(3, t, s % ${groups}), bench_id(6, t, s), bench_id(5, t, 0), result,
      jsonb_build_array(jsonb_build_object('analyteId', 'sars-cov-2', 'analyteName', 'SARS-CoV-2', 'result', result)),
      'Nasal swab', date_trunc('minute', at), 'Europe/London', 'Room ' || s % 30, 'BT' || to_char(at, 'YYMM'), (at + interval '1 year')::date,
      case when i % 12 = 0 then 'Repeat in 48 hours if symptoms go on.' end, bench_id(4, t, i % ${users}), at, at
    from (
      select i, t, at, ((i * 48271 + i / 7) % (case t when 0 then ${subjects.ofBig} else ${subjects.ofOthers} end)) as s,
        case when h < 12 then 'positive' when h < 14 then 'invalid' when h < 15 then 'inconclusive' else 'negative' end as result
      from (
        select i, (i * 7919 + i / 100) % 100 as h, case when i * ${ofOthers} / ${total} <> (i + 1) * ${ofOthers} / ${total} then 1 + i % ${tenants - 1} else 0 end as t,
          date_trunc('day', now()) - interval '730 days' + i * (interval '730 days' / ${total}) as at
        from generate_series(0::bigint, ${total - 1}) as i
      ) as numbered
    ) as r`)
}

/**
 * Inserts the big tenant's events in order of time over the last two years, most of them already sealed. Most events
 * open or record tests or are logins; some kinds are rare; one in a hundred was refused.
 */
export async function fillAudit(client: Client, { scale, events }: { scale: Scale; events: number }): Promise<void> {
  const { users, subjects } = scale
  await client.query(`
    insert into audit_events (tenant_id, id, occurred_at, actor_id, action, outcome, resource_type, resource_id, request_id, position, hash)
    select bench_id(1, 0, 0),
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
      at, bench_id(4, 0, actor), action, case when i % 97 = 0 then 'refused' else 'done' end, type,
      case type when 'subject' then bench_id(6, 0, i % ${subjects.ofBig}) when 'user' then bench_id(4, 0, actor)
        when 'organisation' then bench_id(2, 0, i % 4) when 'test-record' then bench_id(7, 0, i % 500000) end,
      md5(i::text)::uuid::text, i + 1, '\\x00'
    from (
      select *, case
          when action like 'session.%' then null
          else split_part(action, '.', 1) end as type
      from (
        select i, at, actor, case
            when h < 450 then 'test-record.opened' when h < 650 then 'session.login' when h < 750 then 'session.logout'
            when h < 870 then 'test-record.recorded'
            when h < 950 then case when actor = ${auditActors.busy} then 'test-record.opened' else 'subject.opened' end
            when h < 980 then 'user.lang' when h < 999 then 'invite.created' else 'organisation.changed' end as action
        from (
          select i, (i * 7919 + i / 1000) % 1000 as h, case when i % 10 = 3 then ${auditActors.busy} else i / 7 % ${users} end as actor,
            now() - interval '730 days' + i * (interval '730 days' / ${events}) as at
          from generate_series(0::bigint, ${events - 1}) as i
        ) as numbered
      ) as acted
    ) as e`)
}
