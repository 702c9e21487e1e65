/**
 * `npm run on-date -- 2028-02-29T23:50 PROJECT [file …]`: runs tests of a project of vitest.config.ts as on another day,
 * because no test may depend on today. The time is UTC and goes on from there in every process that the tests start,
 * also in those that inherit no environment. Browsers would wait for it with whole processors: they
 * keep the machine's time, and e2e/stage/visit.ts tells their pages the other. Needs root, for mounts that only these processes see, and Debian's
 * package libfaketime. The moment lies ahead: signal handlers see the machine's own time now and then, and seen from the
 * past, all of PostgreSQL's time limits have run out by then.
 *
 * Two tests are red by the tool and not by the day: files keep the machine's own time (scripts/set-up.test.ts), and
 * PostgreSQL's lock_timeout never runs out (server/platform/migrate.test.ts, a locked table).
 */
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { fail } from './output.js'
import { run } from './run.js'

const [moment = '', project, ...files] = process.argv.slice(2)
const wanted = Date.parse(`${moment}Z`)
if (Number.isNaN(wanted) || project === undefined) fail('Say when and what: npm run on-date -- 2028-02-29T23:50 server')
if (wanted < Date.now()) fail('Say a moment that lies ahead; the clocks change in each year.')
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
if (library === undefined) fail('libfaketime is missing: apt-get install libfaketime')
if (process.getuid() !== 0) fail('Only root can shift the time of all processes that tests start.')

checkMachine()
ensureInstalled()
const node = findNode()
if (project === 'e2e') ensureWebBuilt(node)

const folder = mkdtempSync(path.join(tmpdir(), 'lateral-date-'))
const [preloaded, distance] = [path.join(folder, 'preloaded'), path.join(folder, 'distance')]
writeFileSync(preloaded, `${library}\n`)
// The distance, and not the moment, so that all processes have one clock, however late they start.
const ahead = Math.round((wanted - Date.now()) / 1000)
writeFileSync(distance, `+${ahead}\n`)
for (const target of ['/etc/ld.so.preload', '/etc/faketimerc']) if (!existsSync(target)) writeFileSync(target, '')
const browser = path.join(folder, 'browser')
const unmount = 'umount /etc/ld.so.preload && exec "$LATERAL_BROWSER" "$@"'
writeFileSync(browser, `#!/bin/sh\nexec unshare --mount sh -c '${unmount}' sh "$@"\n`, { mode: 0o755 })
const mount = 'mount --bind "$1" /etc/ld.so.preload && mount --bind "$2" /etc/faketimerc && shift 2 && exec "$@"'
const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files]
try {
  process.exitCode = await run(
    'unshare',
    ['--mount', '--propagation=private', 'sh', '-c', mount, 'sh', preloaded, distance, node, ...tests],
    {
      // Waiting is measured by another clock, which stays as it is.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      LATERAL_SECONDS_AHEAD: String(ahead),
      LATERAL_BROWSER_IN_OWN_TIME: browser,
    },
  )
} finally {
  rmSync(folder, { recursive: true })
}
