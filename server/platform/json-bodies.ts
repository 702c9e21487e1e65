import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** The maximum number of values in a body; an assay with all its lines and 500 organisations has a fifth of it. */
const mostValues = 5000

/** The maximum nesting of lists and objects. No body needs half of it, and recursive code can handle it. */
const deepest = 64

/**
 * Parses JSON as Fastify does, but refuses bodies with more or deeper values than any endpoint needs. Parsing and
 * validation cost time per value, and a hundred thousand tiny values would block all other requests.
 */
export function boundJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isBeyondAny(body)) done(new Failure('too-large'))
    else void parse(request, body, done)
  })
}

/** Counts lists, objects and commas outside of texts, and their nesting, and tells whether either exceeds its limit. */
function isBeyondAny(json: string): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === '"') at = endOfText(json, at)
    else if (sign === ',' || sign === '[' || sign === '{') values += 1
    if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (values > mostValues || depth > deepest) return true
  }
  return false
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end
  }
  return json.length
}

/**
 * Forgets the content type of a request without content, which several clients send with each POST: axios says that it is a form.
 * Nothing is not of a kind that could be refused.
 */
export function forgetTypeOfNothing(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = headers
    if (encoding === undefined && (length === undefined || Number(length) === 0)) delete headers['content-type']
  })
}
