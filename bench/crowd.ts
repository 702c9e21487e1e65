import { hash, randomBytes, randomInt } from 'node:crypto'
import type { Client } from 'pg'
import type { Arrival } from './arrivals.ts'
import { databases, idOf } from './fixture.ts'

const { scale } = databases.overload
const { organisations, groups, users, tenants } = scale
const subjectsOfEach = scale.subjects.ofOthers

/** Somebody who is logged in. */
export interface Member {
  tenant: number
  host: string
  group: number
  headers: Record<string, string>
}

/** The first of the members are the administrators of the tenants, who may export. */
export const administrators = tenants

/** Logs users in by SQL, without their passwords. Their cookies are those of `server/access/sessions/tokens.ts`. */
export async function logInMany(owner: Client, count: number): Promise<Member[]> {
  const members: Member[] = []
  const rows: { tenant: string; user: string; token: string }[] = []
  for (let n = 0; n < count; n++) {
    const [tenant, user] = [n % tenants, n < administrators ? 0 : 2 + (Math.floor(n / tenants) % (users - 2))]
    const token = randomBytes(32).toString('base64url')
    const xsrf = hash('sha256', `xsrf:${token}`, 'base64url')
    rows.push({ tenant: idOf.tenant(tenant), user: idOf.user(tenant, user), token: hash('sha256', token, 'hex') })
    members.push({
      tenant,
      host: `bench-${tenant}.localhost`,
      group: user % groups,
      headers: { cookie: `lateral_session=${token}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
    })
  }
  await owner.query('delete from sessions')
  await owner.query(
    `insert into sessions (tenant_id, token_hash, id, user_id, expires_at)
     select (r ->> 'tenant')::uuid, decode(r ->> 'token', 'hex'), gen_random_uuid(), (r ->> 'user')::uuid, now() + interval '12 hours'
     from jsonb_array_elements($1::jsonb) as r`,
    [JSON.stringify(rows)],
  )
  return members
}

/** Reads the ids of some records of each tenant and group. */
export async function someRecords(owner: Client): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<{ place: string; ids: string[] }>(
    `select tenant_id || ' ' || group_id as place, (array_agg(id::text))[1:20] as ids from test_records group by tenant_id, group_id`,
  )
  return new Map(rows.map(({ place, ids }) => [place, ids]))
}

/** Hosts of tenants with nothing in them, which are added to those that the database has. */
export async function addIdleTenants(owner: Client, count: number): Promise<void> {
  const t = `generate_series(${tenants}, ${tenants + count - 1}) as t`
  await owner.query(
    `insert into tenants (id, name, slug, id_prefix, subjects, theme)
     select bench_id(1, t, 0), 'Idle ' || t, 'bench-' || t, 'BNCH', b.subjects, b.theme
     from ${t}, tenants b where b.id = bench_id(1, 0, 0) on conflict do nothing`,
  )
  await owner.query(
    `insert into tenant_addresses select 'slug', 'bench-' || t, bench_id(1, t, 0) from ${t} on conflict do nothing`,
  )
}

/** Records tests of three tenants by SQL, which leaves changes of their counts to be folded. */
export async function leaveDeltas(owner: Client, count: number): Promise<void> {
  await owner.query(
    `insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result,
       analyte_results, performed_at, performed_zone, recorded_by)
     select r.tenant_id, gen_random_uuid(), 'BNCH-F' || upper(substr(md5(random()::text), 1, 9)) || n, r.organisation_id, r.group_id,
       r.subject_id, r.assay_id, r.result, r.analyte_results, r.performed_at - make_interval(mins => n), r.performed_zone, r.recorded_by
     from generate_series(0, 2) as t, generate_series(1, $1::int) as n,
       lateral (select * from test_records where tenant_id = bench_id(1, t, 0) order by id limit 1) as r`,
    [Math.ceil(count / 3)],
  )
}

/**
 * Makes the requests of a mix: of a hundred, 72 read, 17 list, 10 record and one looks at a chart. With the name of a
 * run, each record is marked by it and the number of the request.
 */
export function mixOf(
  members: readonly Member[],
  records: ReadonlyMap<string, string[]>,
  run?: string,
): (n: number) => Arrival {
  const year = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000).toISOString()
  const chart = `/dashboard/trend?zone=Europe%2FLondon&from=${encodeURIComponent(year)}`
  return (n) => {
    const member = members[randomInt(members.length)] ?? members[0]
    if (member === undefined) throw new Error('Nobody is logged in')
    const chance = randomInt(100)
    const get = (kind: string, path: string): Arrival => ({
      kind,
      host: member.host,
      request: { method: 'GET', path: `/api/v1${path}`, headers: member.headers },
    })
    if (chance < 10) return recording(member, run && `${run}-${n}`)
    if (chance < 27) return get('list', oneOf(lists))
    if (chance < 28) return get('chart', chart)
    const of = records.get(`${idOf.tenant(member.tenant)} ${idOf.group(member.tenant, member.group)}`) ?? []
    return get('read', oneOf([...reads(member), ...of.slice(0, 2).map((id) => `/test-records/${id}`)]))
  }
}

const lists = [
  '/test-records?per_page=25',
  '/test-records?per_page=25&result=positive',
  '/subjects?per_page=25',
  '/groups?per_page=25',
]

function reads({ tenant, group }: Member): string[] {
  return [
    '/users/my-details',
    '/get-site-preferences',
    `/groups/${idOf.group(tenant, group)}`,
    '/test-runs/count',
    '/dashboard/now',
  ]
}

export function recording({ tenant, group, host, headers }: Member, marker?: string): Arrival {
  const subject = group + groups * randomInt(Math.floor(subjectsOfEach / groups))
  const body = JSON.stringify({
    organisationId: idOf.organisation(tenant, group % organisations),
    groupId: idOf.group(tenant, group),
    subjectId: idOf.subject(tenant, subject),
    assayId: idOf.assay(tenant),
    analyteResults: [{ analyteId: 'sars-cov-2', result: 'negative' }],
    specimen: 'Nasal swab',
    performedDate: new Date().toISOString().slice(0, 10),
    performedTime: '00:00',
    performedZone: 'UTC',
    ...(marker !== undefined && { note: marker }),
  })
  const path = '/api/v1/test-records'
  const keyed = { ...headers, 'idempotency-key': randomBytes(16).toString('hex') }
  const request = { method: 'POST', path, headers: keyed, body } as const
  return { kind: 'record', host, request, ...(marker !== undefined && { marker }) }
}

function oneOf<T>(values: readonly T[]): T {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('There is nothing to choose from')
  return value
}
