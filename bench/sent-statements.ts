/**
 * Preloaded into a server (`--import`). Writes each statement that the server sends while it handles a request to the
 * file in BENCH_SENT, as one line of JSON. With BENCH_SENT_ALL it includes the statements that open and close the
 * request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { appendFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import type { SentStatement } from './recorded-statements.ts'

/** Prepared statements that open a request; the limit has no such step. */
const opening = new Set(['open', 'open_to_all', 'seen'])

type Emit = (this: http.Server, event: string, ...more: unknown[]) => boolean
type Send = (this: pg.Client, sent: unknown, ...more: unknown[]) => unknown

const { BENCH_SENT: file = '', BENCH_SENT_ALL: isAllWanted } = process.env
const prototype = pg.Client.prototype as unknown as { query: Send } // it has an overload for each way to ask
const send = prototype.query
let answered = 0

/** Set while a request is handled, because background jobs also send named statements. */
const isRequest = new AsyncLocalStorage<true>()
const server = http.Server.prototype as unknown as { emit: Emit } // `emit` has many overloads
const { emit } = server
server.emit = function (event, ...more) {
  const go = () => emit.call(this, event, ...more)
  return event === 'request' ? isRequest.run(true, go) : go()
}

prototype.query = function (sent, ...more) {
  const answer = send.call(this, sent, ...more)
  const statement = isRequest.getStore() === true ? wanted(sent) : undefined
  if (statement !== undefined) {
    const line: SentStatement = { ...statement, answeredBefore: answered }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    const count = () => void (answered += 1)
    if (answer instanceof EventEmitter) answer.once('end', count)
    else (answer as Promise<unknown>).then(count, () => undefined)
  }
  return answer
}

/** A request's own statements are prepared by name; those that begin and end its transaction are plain text. */
function wanted(sent: unknown): Omit<SentStatement, 'answeredBefore'> | undefined {
  if (typeof sent === 'string') return isAllWanted === undefined ? undefined : { text: sent }
  const { name, text, values } = sent as SentStatement // nothing else is sent for a request
  if (name === undefined || (isAllWanted === undefined && opening.has(name))) return undefined
  return { name, text, values }
}
