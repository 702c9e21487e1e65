/**
 * Loaded before a server (`--import`): writes each statement that the server sends for the work of a request to the file
 * that BENCH_SENT names, as one line of JSON.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import type { SentStatement } from './recorded-statements.ts'

/** What opens a request, which the limit does without. */
const opening = new Set(['open', 'open_to_all', 'seen'])

type Emit = (this: http.Server, event: string, ...more: unknown[]) => boolean
type Send = (this: pg.Client, sent: unknown, ...more: unknown[]) => unknown

const file = process.env.BENCH_SENT ?? ''
const prototype = pg.Client.prototype as unknown as { query: Send } // it has an overload for each way to ask
const send = prototype.query
let answered = 0

/** Whether something is done for a request: jobs send named statements, too. */
const isRequest = new AsyncLocalStorage<true>()
const server = http.Server.prototype as unknown as { emit: Emit } // as above
const { emit } = server
server.emit = function (event, ...more) {
  const go = () => emit.call(this, event, ...more)
  return event === 'request' ? isRequest.run(true, go) : go()
}

prototype.query = function (sent, ...more) {
  const answer = send.call(this, sent, ...more)
  if (isOfRequest(sent)) {
    const { name, text, values } = sent
    const line: SentStatement = { name, text, values, answeredBefore: answered }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    void (answer as Promise<unknown>).then(
      () => (answered += 1),
      () => undefined,
    )
  }
  return answer
}

/** The statements of requests are prepared by name; those that begin and end transactions are not. */
function isOfRequest(sent: unknown): sent is SentStatement {
  return (
    isRequest.getStore() === true &&
    typeof sent === 'object' &&
    sent !== null &&
    'name' in sent &&
    !opening.has(String(sent.name))
  )
}
