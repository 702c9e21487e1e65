import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { configured } from './haproxy.ts'
import { benchDir, refuseTaken, takePort } from './processes.ts'

/** Debian's program, or another one. */
const program = process.env.BENCH_PGBOUNCER || '/usr/sbin/pgbouncer'

/** A pooler with the settings of `deploy/`. */
export interface PgBouncer {
  port: number
  version: string
  stop(): Promise<void>
}

/** Throws, with what to do, where there is no PgBouncer that keeps prepared statements. */
export function versionOfPgBouncer(): string {
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, version = '', minor = ''] = /^PgBouncer (1\.(\d+)\S*)/.exec(said) ?? []
  if (Number(minor) >= 21) return version
  throw new Error(`PgBouncer ${version} loses prepared statements: name 1.21 or newer in BENCH_PGBOUNCER`)
}

/** Starts PgBouncer in front of PostgreSQL at this port. `users` are the lines of its list of users. */
export async function startPgBouncer(postgresPort: number, users: string): Promise<PgBouncer> {
  const version = versionOfPgBouncer()
  const port = takePort()
  await refuseTaken(port)
  const folder = await mkdtemp(path.join(tmpdir(), 'lateral-pgbouncer-'))
  chmodSync(folder, 0o755)
  const list = path.join(folder, 'userlist.txt')
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(list, users)
  await writeFile(
    file,
    await configured('pgbouncer.ini', [
      ['port=5000', `port=${postgresPort}`],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['/etc/pgbouncer/userlist.txt', list],
    ]),
  )
  const log = openSync(path.join(benchDir, 'pgbouncer.log'), 'w')
  // It refuses to run as root.
  const args = process.getuid?.() === 0 ? ['-u', 'postgres', file] : [file]
  const child = spawn(program, args, { stdio: ['ignore', log, log] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await sleep(500)
  if (child.exitCode !== null) throw new Error(`PgBouncer ended, see ${benchDir}/pgbouncer.log`)
  return {
    port,
    version,
    async stop() {
      kill()
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
