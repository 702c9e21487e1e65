import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { scramVerifier } from './scram.ts'

/** The URLs of the two roles that live beside the owner. */
export type RoleUrls = {
  /** For requests: owns nothing, sees only what row-level security lets through. */
  serverUrl: string
  /** For backups: reads everything where the owner was allowed to grant that. */
  readerUrl: string
}

export type RoleNames = { owner: string; server: string; reader: string }

/** The names of the three roles of one installation. */
export function roleNames(ownerUrl: string): RoleNames {
  const owner = decodeURIComponent(new URL(ownerUrl).username)
  return { owner, server: `${owner}_server`, reader: `${owner}_reader` }
}

/**
 * Both URLs follow from the owner's alone, so every server process of an installation, on whatever
 * machine, knows them without sharing a file. No password in, no password out.
 */
export function deriveRoleUrls(ownerUrl: string): RoleUrls {
  const names = roleNames(ownerUrl)
  return { serverUrl: loginUrl(ownerUrl, names.server), readerUrl: loginUrl(ownerUrl, names.reader) }
}

/** Creates or corrects the server's and the reader's role. `client` is logged in as the owner. */
export async function ensureRoles(client: pg.ClientBase, ownerUrl: string): Promise<void> {
  const names = roleNames(ownerUrl)
  const urls = deriveRoleUrls(ownerUrl)
  const mayGrantBypass = await canGrantBypass(client)
  await ensureRole(client, names.server, ['NOBYPASSRLS'], urls.serverUrl)
  await ensureRole(client, names.reader, mayGrantBypass ? ['BYPASSRLS'] : [], urls.readerUrl)
  for (const [setting, value] of Object.entries(serverSettings)) {
    await client.query(`ALTER ROLE ${client.escapeIdentifier(names.server)} SET ${setting} = '${value}'`)
  }
}

/** What makes a role unfit to serve requests; empty when it is safe or does not exist yet. */
export async function findRoleFaults(client: pg.ClientBase, names: RoleNames): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(
    `SELECT fault FROM pg_roles AS role, LATERAL (VALUES
       (rolsuper, 'is a superuser'),
       (rolbypassrls, 'may bypass row-level security'),
       (NOT rolsuper AND pg_has_role(role.oid, $2::regrole, 'MEMBER'), 'is a member of the owner'))
       AS checked (found, fault)
     WHERE rolname = $1 AND found`,
    [names.server, `"${names.owner.replaceAll('"', '""')}"`],
  )
  return rows.map((row) => row.fault)
}

/**
 * Kept with the role, not sent at login: PgBouncer refuses unknown start-up parameters. A transaction
 * that must run longer, such as an export, sets its own with `set_config(…, true)`.
 */
const serverSettings = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  lock_timeout: '10s',
}

function loginUrl(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl)
  // A URL without a host (the socket is in its query) cannot carry a user; the query still decides.
  if (!url.hostname) url.hostname = 'localhost'
  const ownerPassword = decodeURIComponent(url.password)
  url.username = encodeURIComponent(role)
  url.password = ownerPassword && createHmac('sha256', ownerPassword).update(role).digest('base64url')
  return url.href
}

async function ensureRole(
  client: pg.ClientBase,
  name: string,
  attributes: readonly string[],
  url: string,
): Promise<void> {
  const role = client.escapeIdentifier(name)
  const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (found.rowCount === 0) await client.query(`CREATE ROLE ${role} NOSUPERUSER ${attributes.join(' ')}`)
  const password = new URL(url).password
  const login = password ? `LOGIN PASSWORD '${scramVerifier(password)}'` : 'LOGIN'
  await client.query(`ALTER ROLE ${role} ${login}`)
}

/** Superusers always; since PostgreSQL 16 also a role that has the attribute itself. */
async function canGrantBypass(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT rolsuper OR (rolbypassrls AND current_setting('server_version_num')::int >= 160000) AS allowed
       FROM pg_roles WHERE rolname = current_user`,
  )
  return rows[0]?.allowed === true
}
