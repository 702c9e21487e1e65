import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { invalid } from '../platform/failure.ts'

/**
 * The least speed at which a file must arrive, on average, once the grace is over: the 400 kbit/s of a bad mobile network. A
 * slower one would keep its place from others for minutes.
 */
const leastSpeed = { bytesASecond: 50_000, graceSeconds: 15, everyMs: 1000 }

/**
 * Receives a file as long as its request comes at the least speed. `receive` passes on the content that it reads. A slower one is
 * ended: throws `validation` at `file`, or closes the connection while no content is read.
 */
export async function receiveAtSpeed<T>(
  request: IncomingMessage,
  receive: (reads: (content: Readable) => void) => Promise<T>,
  { bytesASecond, graceSeconds, everyMs } = leastSpeed,
): Promise<T> {
  const before = request.socket.bytesRead
  let seconds = 0
  let content: Readable | undefined
  let isTooSlow = false
  const timer = setInterval(() => {
    seconds += everyMs / 1000
    const expected = Math.max(0, seconds - graceSeconds) * bytesASecond
    // What has come and nobody has read yet waits for the server, and not for the sender.
    if (request.complete || request.readableLength > 0) return
    // A request that came by no socket has no count.
    if (!(request.socket.bytesRead - before < expected)) return
    isTooSlow = true
    if (content === undefined || content.closed || content.readableEnded) request.destroy()
    else content.destroy(new Error('The file arrived too slowly'))
  }, everyMs)
  try {
    return await receive((opened) => {
      content = opened
    })
  } catch (error) {
    throw isTooSlow ? invalid('file', 'importTooSlow') : error
  } finally {
    clearInterval(timer)
  }
}
