import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fail, say, secondsSince } from './output.js'
import { ensureDone, root } from './set-up.js'

const sources = ['web', 'contract', 'vite.config.ts', 'scripts/web-build', 'tsconfig.base.json', 'package-lock.json']
const stamp = path.join(root, 'dist', 'web', '.built-from')

/** Builds the web app into dist/web with Vite, unless the existing build is of exactly these sources. */
export function ensureWebBuilt(node) {
  ensureDone({ stamp, wanted: fingerprint(), action: () => build(node) })
}

function build(node) {
  say('Building the web app')
  const started = performance.now()
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const run = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (run.status !== 0) fail('The web app could not be built; see the messages above.')
  say(`Built the web app in ${secondsSince(started)}`)
}

/** A hash of contents, not times, so that a checkout of the same commit needs no new build. Tests are left out. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const start = path.join(root, source)
    if (!existsSync(start)) continue
    const files = statSync(start).isDirectory() ? filesBelow(start) : [start]
    for (const file of files)
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(file)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file]
    })
}
