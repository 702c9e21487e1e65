/**
 * Loaded before a server (`--import`): writes each statement that the server sends for the work of a request to the file
 * that BENCH_SENT names, as one line of JSON; with BENCH_SENT_ALL those, too, that open the request and end it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { appendFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import type { SentStatement } from './recorded-statements.ts'

/** What opens a request, which the limit does without. */
const opening = new Set(['open', 'open_to_all', 'seen'])

type Emit = (this: http.Server, event: string, ...more: unknown[]) => boolean
type Send = (this: pg.Client, sent: unknown, ...more: unknown[]) => unknown

const { BENCH_SENT: file = '', BENCH_SENT_ALL: isAllWanted } = process.env
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

/** The statements of a request's work are prepared by name; those that begin and end its transaction are texts. */
function wanted(sent: unknown): Omit<SentStatement, 'answeredBefore'> | undefined {
  if (typeof sent === 'string') return isAllWanted === undefined ? undefined : { text: sent }
  const { name, text, values } = sent as SentStatement // nothing else is sent for a request
  if (name === undefined || (isAllWanted === undefined && opening.has(name))) return undefined
  return { name, text, values }
}
