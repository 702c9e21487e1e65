import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** Values of a body, at most: a kit with all of its lines and 500 organisations has a fifth of it. */
const mostValues = 5000

/**
 * Reads JSON as Fastify does, but none of more values than any body has: reading and checking cost by value, and whoever
 * sends a hundred thousand of them in a few bytes each would keep everybody else waiting.
 */
export function boundJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasMoreValues(body)) done(new Failure('too-large'))
    else void parse(request, body, done)
  })
}

/** Whether there are more lists, objects and commas outside its texts. */
function hasMoreValues(json: string): boolean {
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === '"') at = endOfText(json, at)
    else if (sign === ',' || sign === '[' || sign === '{') values += 1
    if (values > mostValues) return true
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
