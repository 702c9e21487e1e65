import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `action` while no other process of this machine runs one for this folder. The lock is a name in Linux's abstract
 * socket namespace, which vanishes with its process, so no stale lock file can remain.
 */
export async function withFolderLock<T>(folder: string, deadline: number, action: () => Promise<T>): Promise<T> {
  const identity = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)
  const lock = await acquire(`\0lateral-${identity}`, deadline)
  try {
    return await action()
  } finally {
    await new Promise((resolve) => lock.close(resolve))
  }
}

async function acquire(name: string, deadline: number): Promise<Server> {
  for (;;) {
    const server = await tryListen(name)
    if (server) return server
    if (performance.now() > deadline) throw new Error('Another process is still starting the database')
    await sleep(25)
  }
}

function tryListen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(name, () => resolve(server))
  })
}
