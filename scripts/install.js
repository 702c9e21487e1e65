import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, say, secondsSince } from './output.js'
import { ensureDone, root } from './set-up.js'

const oldestNode = 20
const pinnedNode = 24

/** Exits with a clear message on a machine that cannot run Lateral at all. */
export function checkMachine() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < oldestNode) {
    fail(`Lateral needs Node ${oldestNode} or newer; this is ${process.version}. See https://nodejs.org.`)
  }
  if (!['linux', 'darwin'].includes(process.platform) && !process.env.DATABASE_URL) {
    fail(
      `The embedded PostgreSQL runs on Linux and macOS, and this is ${process.platform}. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

const stamp = path.join(root, 'node_modules', '.lateral-installed')

/** Runs `npm ci` unless node_modules matches package-lock.json. */
export function ensureInstalled() {
  ensureDone({ stamp, wanted: fingerprint(), action: install })
}

/** Says that packages are installed, in an image that has only those which run. */
export function markInstalled() {
  writeFileSync(stamp, fingerprint())
}

function install() {
  say('Installing packages (npm ci); the first time takes a minute or two')
  const started = performance.now()
  // Development packages are needed too, because Vite builds the web app.
  const npm = spawnSync(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (npm.error) fail(`npm could not be started: ${npm.error.message}`)
  if (npm.status !== 0) fail('npm ci failed; see its messages above. Is the package registry reachable?')
  say(`Installed packages in ${secondsSince(started)}`)
}

function fingerprint() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** The Node for all programs: the pinned one, or the present one if it is new enough. */
export function findNode() {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= pinnedNode
  // The packages for macOS lag behind those for Linux, so the installed version is newer.
  if (isNewEnough && process.platform === 'darwin') return process.execPath
  const packageName = nodePackage()
  const pinned = path.join(root, 'node_modules', packageName, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (isNewEnough) return process.execPath
  return fail(
    `Node ${pinnedNode} is missing: npm skipped the optional package ${packageName}, and this ` +
      `is ${process.version}. Run "npm ci --include=optional", or install Node ${pinnedNode}.`,
  )
}

/** The package with Node for this machine; its name depends on the kind of machine. */
function nodePackage() {
  const machine = `${process.platform}-${process.arch}`
  return machine === 'darwin-arm64' ? `node-bin-${machine}` : `node-${machine}`
}
