import { createHmac } from 'node:crypto'
import pg from 'pg'
import { openConnection } from './database.ts'
import { scramVerifier } from './scram.ts'

/** The URLs of the two roles beside the owner. */
export type RoleUrls = {
  /** Logs in for requests, as a role that owns nothing and is bound by row-level security. */
  serverUrl: string
  /** Logs in for backups, as a role that reads everything if the owner was allowed to grant that. */
  readerUrl: string
}

/** The application_name of whoever migrates, which each process does as it starts. */
export const migratingName = 'lateral migrate'

export type RoleNames = { owner: string; server: string; reader: string }

/** Returns the names of the three roles of an installation. */
export function roleNames(ownerUrl: string): RoleNames {
  const owner = decodeURIComponent(new URL(ownerUrl).username)
  return { owner, server: `${owner}_server`, reader: `${owner}_reader` }
}

/**
 * Derives both URLs from the owner's alone, so that every server process of an installation knows them on any machine
 * without sharing a file. Without a password in the owner's URL, they have none.
 */
export function deriveRoleUrls(ownerUrl: string): RoleUrls {
  const names = roleNames(ownerUrl)
  return { serverUrl: loginUrl(ownerUrl, names.server), readerUrl: loginUrl(ownerUrl, names.reader) }
}

/** Creates or corrects the server's and the reader's role. `client` must be logged in as the owner. */
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

/** Lists the reasons why a role is unfit to serve requests; empty when it is safe or does not exist yet. */
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
 * Stored with the role and not sent at login, because PgBouncer refuses unknown start-up parameters. A longer
 * transaction, such as an export, sets its own limits with `set_config(…, true)`.
 */
const serverSettings = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  lock_timeout: '10s',
}

function loginUrl(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl)
  // A URL without a host (with the socket in its query) cannot carry a user, so it gets one; the query still takes
  // precedence.
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
  // A pooler knows the verifier of the password, which would be another one.
  else if (await canLogIn(url)) return
  const password = new URL(url).password
  const login = password ? `LOGIN PASSWORD '${scramVerifier(password)}'` : 'LOGIN'
  await client.query(`ALTER ROLE ${role} ${login}`)
}

/** Superusers may always grant BYPASSRLS; since PostgreSQL 16 so may roles that have it. */
async function canGrantBypass(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT rolsuper OR (rolbypassrls AND current_setting('server_version_num')::int >= 160000) AS allowed
       FROM pg_roles WHERE rolname = current_user`,
  )
  return rows[0]?.allowed === true
}

export async function canLogIn(url: string): Promise<boolean> {
  return (await loginRefusal(url)) === undefined
}

/**
 * Returns PostgreSQL's reason for refusing this user's login; undefined when it succeeds. Throws when the server cannot
 * be reached.
 */
export async function loginRefusal(url: string): Promise<string | undefined> {
  try {
    const client = await openConnection(url, migratingName)
    await client.end()
    return undefined
  } catch (error) {
    // Class 28 means invalid authorisation, also for a missing role; 42501 means no permission for this database.
    if (error instanceof pg.DatabaseError && /^(28|42501)/.test(error.code ?? '')) return error.message
    throw error
  }
}
