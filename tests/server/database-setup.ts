import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { deriveRoleUrls } from '../../server/platform/roles.ts'
import { askAsOwner, runAsOwner, withDatabase } from './owner-connection.ts'
import { keepingStatements, startPgBouncer, type PgBouncer } from '../programs/pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { ownerUrl: string; template: string; poolerUrl: string | undefined }
  }
}

/**
 * Vitest's global set-up for the server's tests: one PostgreSQL (the embedded one, or `TEST_DATABASE_URL`) with a
 * migrated template database. With `TEST_POOLED`, the apps reach it through PgBouncer in transaction mode.
 */
export default async function setUpTestDatabase(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  const template = `lateral_template_${process.pid}`
  await runAsOwner(server.ownerUrl, `CREATE DATABASE ${pg.escapeIdentifier(template)}`)
  await migrate({ ownerUrl: withDatabase(server.ownerUrl, template), report: () => undefined })
  const pooler = process.env.TEST_POOLED ? await startPooler(server.ownerUrl) : undefined
  project.provide('testDatabase', { ownerUrl: server.ownerUrl, template, poolerUrl: pooler?.url })
  return async () => {
    await pooler?.stop()
    await dropTemplatesWithTenants(server.ownerUrl, template)
    await runAsOwner(server.ownerUrl, `DROP DATABASE ${pg.escapeIdentifier(template)}`)
    await server.stop()
  }
}

/** Drops those that `two-tenants.ts` made of this template. */
async function dropTemplatesWithTenants(ownerUrl: string, template: string): Promise<void> {
  const made = await askAsOwner<{ name: string }>(
    ownerUrl,
    `select datname as name from pg_database where starts_with(datname, ${pg.escapeLiteral(`${template}_`)})`,
  )
  for (const { name } of made) await runAsOwner(ownerUrl, `drop database ${pg.escapeIdentifier(name)}`)
}

async function startTestServer(): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  const external = process.env.TEST_DATABASE_URL
  if (external) {
    await refuseSuperuser(external)
    return { ownerUrl: external, stop: async () => undefined }
  }

  const folder = await mkdtemp(path.join(tmpdir(), 'lateral-test-'))
  const embedded = await startEmbeddedPostgres({
    dataDir: folder,
    report: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const guard = guardAgainstKill(embedded.pid, folder)
  return {
    ownerUrl: embedded.ownerUrl,
    async stop() {
      await embedded.stop()
      guard.kill()
      await once(guard, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Connections are given back after a second, because a database with connections cannot be dropped. */
function startPooler(ownerUrl: string): Promise<PgBouncer> {
  return startPgBouncer([ownerUrl, deriveRoleUrls(ownerUrl).serverUrl], {
    ...keepingStatements,
    server_idle_timeout: 1,
  })
}

/** A superuser sees every tenant's rows, so tests that query as the owner would find another tenant's. */
async function refuseSuperuser(url: string): Promise<void> {
  const [role] = await askAsOwner<{ rolsuper: boolean }>(
    url,
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  )
  if (role?.rolsuper)
    throw new Error('TEST_DATABASE_URL names a superuser; give it a role with CREATEDB and CREATEROLE')
}

/** Starts a shell that cleans up if this process is killed, which it notices when its standard input ends. */
export function guardAgainstKill(pid: number, folder: string): ChildProcess {
  const script = 'read -r _; kill -INT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"'
  return spawn('sh', ['-c', script, 'guard', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}
