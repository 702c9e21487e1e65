import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { say } from './output.js'

/** The folder that holds package.json. */
export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')

/**
 * Runs a step of the setup unless it was already done from `wanted`, which it then records in the file `stamp`. While
 * another process of this folder is setting up, it waits, because two at once would delete each other's files.
 */
export function ensureDone({ stamp, wanted, action }) {
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  takeLock()
  // A failing action ends the process.
  process.once('exit', release)
  if (!isDone()) {
    action()
    writeFileSync(stamp, wanted)
  }
  process.off('exit', release)
  release()
}

/** The file that names the process that is setting up. It is not in a folder that a step deletes. */
const lock = path.join(root, '.setting-up')
/** No setup takes longer than this, in milliseconds, so an older id may belong to another program. */
const longest = 15 * 60_000

function takeLock() {
  let hasSaid = false
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isLeftBehind()) {
      release()
      continue
    }
    if (!hasSaid) say('Waiting for another process that sets up here')
    hasSaid = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

/** True if the lock belongs to a process that was killed. */
function isLeftBehind() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > longest) return true
    const id = Number(readFileSync(lock, 'utf8'))
    // The file is empty while it is being written.
    if (id > 0) process.kill(id, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function release() {
  rmSync(lock, { force: true })
}
