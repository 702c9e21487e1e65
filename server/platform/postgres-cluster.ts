import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command, PostgresBinaries } from './postgres-binaries.ts'
import { scramVerifier } from './scram.ts'

/** Paths of one embedded database below a data folder. */
export type ClusterPaths = {
  folder: string
  cluster: string
  log: string
  /** The file of the owner's password, written before the cluster gets its final name. */
  secret: string
}

export const ownerRole = 'lateral_owner'
export const databaseName = 'lateral'

/** Creates the folders with mode 0700. `dataDir` must be absolute. */
export async function prepareClusterFolder(dataDir: string): Promise<ClusterPaths> {
  const folder = path.join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    folder,
    cluster: path.join(folder, 'cluster'),
    log: path.join(folder, 'postgres.log'),
    secret: path.join(folder, 'owner-password'),
  }
}

/** Creates the cluster, its owner role and its database if they do not exist. Returns the owner's password. */
export async function ensureCluster(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  report: (line: string) => void,
): Promise<string> {
  if (existsSync(paths.cluster)) {
    await refuseOtherMajorVersion(paths, binaries.postgres)
    return (await readFile(paths.secret, 'utf8')).trim()
  }
  report('Creating the database')
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${paths.cluster}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await run(binaries.initdb, initdbArguments(unfinished))
  await writeFile(path.join(unfinished, 'pg_hba.conf'), loopbackOnly, { mode: 0o600 })
  await runStatements(binaries.postgres, unfinished, setupStatements(password))
  await writeFile(paths.secret, `${password}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, paths.cluster)
  return password
}

async function runStatements(postgres: Command, cluster: string, statements: string): Promise<void> {
  const file = path.join(cluster, 'statements.sql')
  await writeFile(file, statements, { mode: 0o600 })
  const input = await open(file)
  await run(postgres, ['--single', '-D', cluster, 'postgres'], input)
  await input.close()
  await rm(file)
}

/**
 * The superuser has no password and `reject`, so nobody can log in as it. The built-in locale sorts alike on every
 * machine, so no index is broken by an update of the operating system.
 */
function initdbArguments(cluster: string): string[] {
  return [
    `--pgdata=${cluster}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
}

const loopbackOnly = 'host all all 127.0.0.1/32 scram-sha-256\n'

/**
 * Single-user mode needs one statement per line. The reader role is made here because only a superuser may grant
 * BYPASSRLS, without which backups would miss all tenants' rows.
 */
function setupStatements(password: string): string {
  const reader = `${ownerRole}_reader`
  return [
    `CREATE ROLE ${ownerRole} LOGIN CREATEROLE CREATEDB PASSWORD '${scramVerifier(password)}'`,
    `CREATE ROLE ${reader} BYPASSRLS`,
    `GRANT ${reader} TO ${ownerRole} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`,
    `CREATE DATABASE "${databaseName}" OWNER ${ownerRole}`,
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}

async function refuseOtherMajorVersion(paths: ClusterPaths, postgres: Command): Promise<void> {
  const found = (await readFile(path.join(paths.cluster, 'PG_VERSION'), 'utf8')).trim()
  const supplied = /\(PostgreSQL\) (\d+)/.exec(await run(postgres, ['--version']))?.[1]
  if (found === supplied) return
  throw new Error(
    `The data in ${paths.cluster} was written by PostgreSQL ${found}, but PostgreSQL ${supplied} is installed. ` +
      'See "Changing the PostgreSQL version" in docs/running.md.',
  )
}

/** Passes on only what PostgreSQL needs, because a PGDATA or PGPORT of the user's would mislead it. */
export const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * Runs a program to its end and returns its output. The input is a file or nothing, never a pipe: a program may end
 * without reading it, and writing to a broken pipe would end this process.
 */
async function run(
  command: Command,
  args: readonly string[],
  input: 'ignore' | FileHandle = 'ignore',
): Promise<string> {
  const child = spawn(command.program, [...command.leadingArguments, ...args], {
    env: cleanEnvironment,
    stdio: [input === 'ignore' ? input : input.fd, 'pipe', 'pipe'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The program was started without pipes')
  const [said, complaints, [code, signal]] = await Promise.all([
    text(stdout),
    text(stderr),
    // The type of the event's arguments. `once` rejects when there is no such program.
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]).catch((error: Error) => {
    throw new Error(explain(error.message))
  })
  // Single-user mode reports a failed statement on stderr and still exits with 0.
  const failure = /^.*(ERROR|FATAL|PANIC): .*$/m.exec(complaints)?.[0]
  if (code === 0 && failure === undefined) return said
  throw new Error(explain(failure ?? (complaints.trim() || `${command.program} ended with ${code ?? signal}`)))
}

function explain(message: string): string {
  if (message.includes('unshare')) {
    return (
      'PostgreSQL cannot run as this user, and this system does not allow the user namespace that would help. ' +
      `Start Lateral as an ordinary user with a name, or set DATABASE_URL. (${message.trim()})`
    )
  }
  return `Could not create the database: ${message.trim()}`
}
