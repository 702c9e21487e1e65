import { spawn } from 'node:child_process'
import { root } from './install.js'

const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Runs a program from the project's folder with our standard streams and passes signals on. Resolves with
 * its exit code; a program that a signal ended counts as 128 and the signal's number, as in a shell.
 *
 * A terminal sends Ctrl-C to the whole process group, so the program has it already: it is not sent twice.
 */
export function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    const passOn = (signal) => {
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    }
    for (const signal of forwarded) process.on(signal, passOn)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of forwarded) process.off(name, passOn)
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0))
    })
  })
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }
