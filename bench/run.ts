import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const known = ['load', 'list', 'export', 'record', 'start', 'page-weight']

/** Runs the benchmarks that are named, else all of them but `load`, each in a process of its own. */
for (const name of process.argv.length > 2 ? process.argv.slice(2) : known.slice(1)) {
  if (!known.includes(name)) throw new Error(`There is no benchmark "${name}": choose from ${known.join(', ')}`)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null] // the event's first argument
  if (code !== 0) process.exitCode = 1
}
