import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { startBounded, type Bounds } from '../../platform/bounded-process.ts'
import type { ReadMessage, ReadSettings } from './read-messages.ts'

const program = path.join(import.meta.dirname, 'read-program.ts')

/**
 * A CSV file of 100,000 rows takes 10 seconds and little memory; a workbook takes longer, and all of its texts are held. What
 * exceeds this was made to.
 */
const usualBounds: Bounds = { processorSeconds: 90, memory: 700, heap: 512, patience: 10 * 60_000 }

/**
 * Reads a file in a process of its own, within its bounds, and passes its messages on as the receiver takes them, so that
 * neither side holds more than a part of the file. The last message is `end` or `refused`; a file that exceeds the bounds is
 * refused as `tooHeavy`. A receiver that stops ends the process.
 */
export async function* readFileApart(
  content: Readable,
  { answers, words, zone, keeps, now }: ReadSettings,
  bounds = usualBounds,
): AsyncGenerator<ReadMessage> {
  const child = startBounded(program, [JSON.stringify({ answers, words, zone, keeps, now })], bounds)
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]> // the event's arguments
  // It is awaited only after the output; until then a program that could not be started would end the server.
  exited.catch(() => undefined)
  let failure: unknown
  // The program may end before it has read everything, which is no failure; one of the file's place is.
  content.once('error', (error) => {
    failure = error
    child.stdin.destroy()
  })
  content.pipe(child.stdin)
  let isWhole = false
  try {
    for await (const line of linesOf(child.stdout.setEncoding('utf8'))) {
      // The program writes these lines itself. A line that the end of the process cut is no message.
      const message = messageIn(line)
      if (message === undefined) break
      isWhole = message.kind === 'end' || message.kind === 'refused'
      if (!isWhole || failure === undefined) yield message
    }
    const [code, signal] = await exited
    if (failure !== undefined) throw failure
    if (signal !== null && !isWhole) yield { kind: 'refused', problem: { code: 'tooHeavy' } }
    else if (!isWhole) throw new Error(`The program that reads imports ended with ${code}`)
  } finally {
    child.kill('SIGKILL')
    content.destroy()
  }
}

/** The lines of a text, which may have signs inside that other readers take for the end of one. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let open = ''
  for await (const text of texts) {
    const lines = (open + text).split('\n')
    open = lines.pop() ?? ''
    yield* lines
  }
  if (open !== '') yield open
}

function messageIn(line: string): ReadMessage | undefined {
  try {
    return JSON.parse(line) as ReadMessage
  } catch {
    return undefined
  }
}
