import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const measurements = [
  'list',
  'dashboard',
  'people',
  'audit',
  'export',
  'fhir',
  'record',
  'import',
  'start',
  'memory',
  'page-weight',
]

/** Benchmarks that break the server on purpose and check that no data is lost. */
const failures = [
  'alerts',
  'evening',
  'failover',
  'import-kills',
  'kills',
  'lives',
  'mails',
  'overload',
  'restore',
  'rolling',
  'signals',
  'starts',
  'webhooks',
]

const known = ['load', ...measurements, ...failures]

/** Runs the named benchmarks, or all measurements, each in a process of its own. */
for (const name of process.argv.length > 2 ? process.argv.slice(2) : measurements) {
  if (!known.includes(name)) throw new Error(`There is no benchmark "${name}": choose from ${known.join(', ')}`)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null] // the event's first argument
  if (code !== 0) process.exitCode = 1
}
