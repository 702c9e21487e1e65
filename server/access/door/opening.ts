import { escapeLiteral } from 'pg'
import { builtInTerms } from '../../../contract/own-account/user.ts'
import { heldBy } from '../../../contract/permissions/can.ts'
import {
  entryPermissions,
  type FeatureFlag,
  type Permission,
  type UserType,
} from '../../../contract/permissions/permissions.ts'
import type { Language, Locale } from '../../../contract/locales.ts'
import type { Standing } from '../../../contract/standing.ts'
import type { DetailKind, IdentifiesBy } from '../../../contract/subjects/detail-kinds.ts'
import { asTexts, parsed } from '../../platform/database.ts'
import { noteDatabaseTime } from '../../platform/database-clock.ts'
import { Failure } from '../../platform/failure.ts'
import type { KnownVisits } from '../speed/known-visits.ts'
import type { Actor, Entry, Tenant } from '../scope.ts'
import { refuseOtherSpeaker, whyNotSpokenFor } from '../sessions/speaker.ts'
import type { DoorClient } from './transaction.ts'
import type { Opened, Visit } from './visit.ts'

/**
 * Begins the transaction of a request, enters the tenant of its host and finds the session of its cookie. For a known
 * host this is one round trip on a pipelined client. Before anything else is done it throws `not-found` for a host
 * without a tenant, and the errors of `refuseOtherSpeaker` for a page that shows somebody else. `onGuess` is called
 * with what was last opened for this session, after the statements were sent and before their answers; `isAsGuessed`
 * tells whether that still holds. `now` of the guess is an invalid date.
 */
export async function openRequest(
  client: DoorClient,
  visit: Visit,
  known: KnownVisits,
  onGuess?: (guess: Opened) => void,
): Promise<Opened & { isAsGuessed: boolean }> {
  const tenantId = known.tenantAt(visit.host)
  if (tenantId !== undefined) {
    const guess = client.pipeline ? known.openedFor(visit) : undefined
    const entered = enterFor(client, ['begin', entering(tenantId)], tenantId, visit, known)
    if (guess?.tenant.id === tenantId && onGuess !== undefined && whyNotSpokenFor(visit, guess) === undefined) {
      onGuess({ ...guess, now: unknownTime })
    }
    const opened = await entered
    if (opened !== undefined) {
      const isAsGuessed = opened.tenant === guess?.tenant && opened.actor === guess.actor
      return { ...(await followEntry(client, opened, visit)), isAsGuessed }
    }
  } else {
    await client.query('begin')
  }
  const id = await findTenant(client, visit.host, known)
  const opened = id === null ? undefined : await enterFor(client, [entering(id)], id, visit, known)
  if (opened === undefined) throw new Failure('not-found')
  return { ...(await followEntry(client, opened, visit)), isAsGuessed: false }
}

/** Finds the tenant of a host that is new to this process or has moved to another tenant; null for a host without one. */
export async function findTenant(client: DoorClient, host: string, known: KnownVisits): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null; by: 'domain' | 'slug' | 'default' }>(findStatement, [host])
  const { id, by } = rows[0] ?? { id: null, by: 'default' }
  known.keepHost(host, id, by)
  return id
}

/**
 * The tenant of the host $2: that of a custom domain, else of the first label of the host, else the default one. It is
 * `tenant_at` of the database written out, because a function that reads a table cannot run where a tenant's rows are.
 */
const tenantOfHost = `(
    select a.tenant_id from tenant_addresses a
    where (a.kind, a.address) in (('domain', lower($2)), ('slug', split_part(lower($2), '.', 1)), ('default', ''))
    order by case a.kind when 'domain' then 1 when 'slug' then 2 else 3 end limit 1
  )`

const findStatement = `select tenant_at($1) as id, case
  when exists (select from tenant_addresses where kind = 'domain' and address = lower($1)) then 'domain'
  when exists (select from tenant_addresses where kind = 'slug' and address = split_part(lower($1), '.', 1)) then 'slug'
  else 'default' end as by`

/** The time in a guess: it is not known yet, and using this date in a statement fails. */
const unknownTime = new Date(Number.NaN)

/** Begins a transaction inside one tenant, with nobody logged in. Throws `not-found` when the tenant does not exist. */
export async function openTenant(client: DoorClient, tenantId: string): Promise<Opened> {
  await sendAll(client, ['begin', entering(tenantId)])
  const { rows } = await client.query<TenantRow & Pick<Passing, 'now'>>(
    `select ${tenantColumns}, now() as now from tenants t where t.id = $1`,
    [tenantId],
  )
  const [row] = rows
  if (row === undefined) throw new Failure('not-found')
  noteDatabaseTime(row.now)
  return { tenant: tenantFrom(row), actor: null, now: row.now }
}

/** Enters another tenant in the same transaction. Returns undefined when no tenant has this id (yet). */
export async function enterOther(client: DoorClient, tenantId: string): Promise<Tenant | undefined> {
  await client.query(entering(tenantId))
  const { rows } = await client.query<TenantRow>(
    `select ${tenantColumns}, now() as now from tenants t where t.id = $1`,
    [tenantId],
  )
  return rows[0] && tenantFrom(rows[0])
}

/** Begins a transaction inside a tenant that the work founds and that has no rows yet. */
export async function openNewTenant(client: DoorClient, tenant: Tenant): Promise<Opened> {
  await sendAll(client, ['begin', entering(tenant.id)])
  const { rows } = await client.query<Pick<Passing, 'now'>>('select now() as now')
  const [row] = rows
  if (row === undefined) throw new Error('A statement without a table answers one row')
  return { tenant, actor: null, now: row.now }
}

const tenantColumns = `t.id as tenant_id, t.version as tenant_version, t.slug as tenant_slug, t.status as tenant_status, t.is_operator,
  t.default_language, t.available_languages, t.terms_version, t.features,
  t.id_prefix, t.subjects ->> 'kind' as subject_kind, t.assay_id, t.sends_results_at_once, t.subject_details, t.identifies_by`

/** The number of columns at the end of the row that change with each visit of a session; those before them are lasting. */
const passingColumns = 2

/**
 * Finds the tenant and the actor. $1 is the tenant, which has been entered, $2 the host and $3 the hash of the cookie.
 * Returns no row unless the host belongs to this tenant, so that an outdated guess never serves another tenant's data.
 * The session is looked up inside the tenant, which refuses it on another tenant's host. A suspension of the tenant,
 * the organisation or the user ends the session at its next request.
 */
const openStatement = `select ${tenantColumns}, u.id as user_id, s.id as session_id, u.email, u.full_name, u.user_type, u.lang,
    u.organisation_id, u.invited_by is not null as is_invited, p.permissions, s.entered_tenant_id, s.entry_id, t.session_idle_minutes,
    array(select g.group_id from user_groups g where g.tenant_id = $1 and g.user_id = u.id) as group_ids,
    now() as now, s.last_seen_at < now() - interval '30 seconds' as was_seen_long_ago
  from tenants t
  left join (
    sessions s
    join users u on u.tenant_id = $1 and u.id = s.user_id and u.status = 'active'
    left join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
    left join tenant_permissions p on p.tenant_id = $1 and p.user_type = u.user_type
  ) on s.tenant_id = $1 and s.token_hash = $3 and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(mins => t.session_idle_minutes)
    and t.status = 'active' and coalesce(o.status, 'active') = 'active'
  where t.id = $1 and ${tenantOfHost} = $1`

/**
 * Finds the tenant and the account of a token, like `openStatement`: $3 is the hash of the token. Its columns have the same
 * names. The token has only those of its permissions that administrators have at this time, and works only as long as
 * whoever made it is one. Suspended groups are left out of what it reaches.
 */
const openTokenStatement = `select ${tenantColumns}, k.id as user_id, k.id as session_id, u.email, u.full_name,
    case when k.organisation_id is null then 'tenant' when k.group_ids is null then 'organisation' else 'group' end as user_type,
    u.lang, k.organisation_id, false as is_invited,
    array(select held from unnest(k.permissions) as held where held = any (p.permissions)) as permissions,
    null::uuid as entered_tenant_id, null::uuid as entry_id, t.session_idle_minutes,
    array(
      select g.id from groups g
      where g.tenant_id = $1 and g.id = any (k.group_ids) and g.status = 'active' order by g.id
    ) as group_ids,
    now() as now, k.last_used_on is distinct from (now() at time zone 'UTC')::date as was_seen_long_ago
  from tenants t
  left join (
    api_tokens k
    join users u on u.tenant_id = $1 and u.id = k.id
    join users m on m.tenant_id = $1 and m.id = k.made_by and m.status = 'active' and m.user_type = 'tenant'
    join tenant_permissions p on p.tenant_id = $1 and p.user_type = 'tenant' and 'edit-own-tenant' = any (p.permissions)
    left join organisations o on o.tenant_id = $1 and o.id = k.organisation_id
  ) on k.tenant_id = $1 and k.token_hash = $3 and k.revoked_at is null and k.expires_at > now()
    and t.status = 'active' and coalesce(o.status, 'active') = 'active'
    and (k.group_ids is null or exists (
      select from groups g where g.tenant_id = $1 and g.id = any (k.group_ids) and g.status = 'active'
    ))
  where t.id = $1 and ${tenantOfHost} = $1`

/** Finds the tenant for a visit without a cookie, as most visits of the login page are. */
const openToAll = `select ${tenantColumns}, null as user_id, now() as now, false as was_seen_long_ago from tenants t where t.id = $1 and ${tenantOfHost} = $1`

interface TenantRow {
  tenant_id: string
  tenant_version: number
  tenant_slug: string
  tenant_status: Standing
  is_operator: boolean
  default_language: Locale
  available_languages: Locale[]
  terms_version: string | null
  features: FeatureFlag[]
  id_prefix: string
  subject_kind: 'human' | 'non-human'
  assay_id: string | null
  sends_results_at_once: boolean
  subject_details: DetailKind[]
  identifies_by: IdentifiesBy
}

interface Passing {
  now: Date
  was_seen_long_ago: boolean | null
}

interface OpenedRow extends TenantRow {
  user_id: string | null
  session_id: string
  email: string
  full_name: string
  user_type: UserType
  lang: Language
  organisation_id: string | null
  is_invited: boolean
  group_ids: string[]
  permissions: Permission[] | null
  entered_tenant_id: string | null
  entry_id: string | null
  session_idle_minutes: number
}

/**
 * Enters a tenant for the rest of the transaction; row-level security hides everything else. It is a command because a
 * PostgreSQL that spreads tenants over nodes passes SET LOCAL on to them, but not the settings that a function makes.
 */
export function entering(tenantId: string): string {
  return `set local "lateral".tenant_id = ${escapeLiteral(tenantId)}`
}

/**
 * Sends commands, each as a message of its own: a PostgreSQL that spreads tenants passes on the whole message in which
 * it finds a SET LOCAL. On a pipelined client they share a round trip.
 */
async function sendAll(client: DoorClient, commands: readonly string[]): Promise<void> {
  if (client.pipeline) await Promise.all(commands.map((command) => client.query(command)))
  else for (const command of commands) await client.query(command)
}

/** Sends the entering of the tenant and the opening of the request together, unless the client is not pipelined. */
async function enterFor(
  client: DoorClient,
  enteringIt: readonly string[],
  tenantId: string,
  visit: Visit,
  known: KnownVisits,
): Promise<Opened | undefined> {
  const entered = sendAll(client, enteringIt)
  // A client without pipelining must finish one query before the next starts.
  if (!client.pipeline) await entered
  const { hash, ...opening } =
    visit.apiToken === undefined
      ? { name: 'open', text: openStatement, hash: visit.sessionTokenHash, seen: seenStatement }
      : { name: 'open_token', text: openTokenStatement, hash: visit.apiToken.hash, seen: tokenSeenStatement }
  const statement =
    hash === null
      ? { name: 'open_to_all', text: openToAll, values: [tenantId, visit.host] }
      : { name: opening.name, text: opening.text, values: [tenantId, visit.host, hash] }
  const [{ rows, fields }] = await Promise.all([
    client.query<(string | null)[]>({ ...statement, rowMode: 'array', types: asTexts }),
    entered,
  ])
  const [texts] = rows
  if (texts === undefined) return undefined
  const { now, was_seen_long_ago } = parsed<Passing>(fields, texts, fields.length - passingColumns)
  const lasting = known.opened(visit, texts.slice(0, -passingColumns), () => {
    const row = parsed<OpenedRow>(fields, texts)
    return { tenant: tenantFrom(row), actor: actorFrom(row, visit.apiToken !== undefined) }
  })
  // Checked before the session is noted as in use, because a page that shows somebody else must not keep the session
  // alive.
  refuseOtherSpeaker(visit, lasting)
  noteDatabaseTime(now)
  if (was_seen_long_ago && visit.isUnattended !== true) {
    await client.query({
      name: opening.name === 'open' ? 'seen' : 'token_seen',
      text: opening.seen,
      values: [tenantId, hash],
    })
  }
  return { ...lasting, now }
}

/**
 * Skips a locked row: whoever holds the session's row has just noted it as in use or is ending it, so waiting is
 * pointless.
 */
const seenStatement = `update sessions set last_seen_at = now() where tenant_id = $1 and id = (
  select id from sessions where tenant_id = $1 and token_hash = $2 for no key update skip locked)`

/** Notes the day, once: whoever holds the row has just done so or is revoking the token. */
const tokenSeenStatement = `update api_tokens set last_used_on = (now() at time zone 'UTC')::date where tenant_id = $1 and id = (
  select id from api_tokens where tenant_id = $1 and token_hash = $2 for no key update skip locked)`

function tenantFrom(row: TenantRow): Tenant {
  return {
    id: row.tenant_id,
    version: row.tenant_version,
    slug: row.tenant_slug,
    status: row.tenant_status,
    isOperator: row.is_operator,
    defaultLanguage: row.default_language,
    availableLanguages: row.available_languages,
    termsVersion: row.terms_version ?? builtInTerms,
    features: row.features,
    idPrefix: row.id_prefix,
    subjectKind: row.subject_kind,
    assayId: row.assay_id,
    sendsResultsAtOnce: row.sends_results_at_once,
    subjectDetails: row.subject_details,
    identifiesBy: row.identifies_by,
  }
}

function actorFrom(row: OpenedRow, isMachine: boolean): Actor | null {
  if (row.user_id === null) return null
  return {
    id: row.user_id,
    isMachine,
    sessionId: row.session_id,
    email: row.email,
    fullName: row.full_name,
    userType: row.user_type,
    permissions: heldBy(
      { userType: row.user_type, permissions: row.permissions ?? [], features: row.features },
      row.is_invited,
    ),
    lang: row.lang,
    organisationId: row.organisation_id,
    groupIds: row.group_ids,
    entry: entryFrom(row),
  }
}

/** Only an operator's session in the operator's tenant can have an entry; any other is ignored. */
function entryFrom(row: OpenedRow): Entry | null {
  if (row.entry_id === null || row.entered_tenant_id === null) return null
  if (!row.is_operator || row.user_type !== 'unlimited') return null
  return {
    id: row.entry_id,
    tenantId: row.entered_tenant_id,
    homeTenantId: row.tenant_id,
    idleMinutes: row.session_idle_minutes,
    state: 'outside',
    endsAt: null,
  }
}

/**
 * Enters the tenant that the actor has entered, with read access only, if the visit is made there. Each visit asks that
 * tenant whether the entry still holds. $1 is that tenant, $2 the entry and $3 the operator.
 */
async function followEntry(client: DoorClient, opened: Opened, { followsEntry }: Visit): Promise<Opened> {
  const { actor, tenant } = opened
  if (!actor?.entry) return opened
  const { entry } = actor
  await client.query(entering(entry.tenantId))
  const { rows } = await client.query<TenantRow & { now: Date; ends_at: Date }>({
    name: 'follow_entry',
    text: followStatement,
    values: [entry.tenantId, entry.id, actor.id],
  })
  const [row] = rows
  if (row === undefined || !followsEntry) {
    await client.query(entering(tenant.id))
    return { ...opened, actor: { ...actor, entry: { ...entry, state: row === undefined ? 'over' : 'outside' } } }
  }
  const inside: Entry = { ...entry, state: 'inside', endsAt: row.ends_at }
  return { ...opened, tenant: tenantFrom(row), actor: { ...actor, permissions: entryPermissions, entry: inside } }
}

const followStatement = `select ${tenantColumns}, now() as now, e.ends_at
  from tenants t
  join operator_entries e on e.tenant_id = $1 and e.id = $2 and e.operator_id = $3
    and e.left_at is null and e.ends_at > now() and (t.operators_may_enter or e.request_id is not null)
  where t.id = $1 and t.status = 'active' and not t.is_operator`
