/**
 * Reads a file from the standard input and writes what it holds to the standard output, one message of JSON in each line. It
 * is a program of its own so that its resources can be limited from outside and are freed when it ends.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readFile } from './read-file.ts'
import type { ReadSettings } from './read-messages.ts'

// The parent process passes them.
const passed = JSON.parse(process.argv[2] ?? '') as ReadSettings & { now: string }
const settings: ReadSettings = { ...passed, now: new Date(passed.now) }

/** Characters that are written at once. */
const batch = 64 * 1024

async function* lines(): AsyncGenerator<string> {
  let held = ''
  for await (const message of readFile(process.stdin, settings)) {
    held += `${JSON.stringify(message)}\n`
    if (held.length < batch) continue
    yield held
    held = ''
  }
  yield held
}

await pipeline(Readable.from(lines()), process.stdout)
