import { spawn } from 'node:child_process'
import { root } from './set-up.js'

const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Runs a program from the project's folder with our standard streams and passes signals on. Resolves with its exit
 * code; a program ended by a signal counts as 128 plus the signal's number, as in a shell.
 *
 * A terminal sends Ctrl-C to the whole process group, so the program already has it and it is not sent twice, unless
 * `takesCopies` says that the program counts copies of a signal as one. Then every signal is passed on, because a
 * signal to the group cannot be distinguished from one to this process alone.
 */
export function run(program, args, env = {}, { takesCopies = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    const passOn = (signal) => {
      if (takesCopies || !(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    }
    for (const signal of forwarded) process.on(signal, passOn)
    const endWatch = takesCopies ? whenParentEnds(() => child.kill('SIGHUP')) : () => undefined
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      endWatch()
      for (const name of forwarded) process.off(name, passOn)
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0))
    })
  })
}

/** npm ends at a SIGHUP without passing it on, but a person who started us from npm wants us to end with it. */
function whenParentEnds(action) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    action()
  }, 500)
  return () => clearInterval(timer)
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }
