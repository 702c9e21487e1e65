import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** Values of a body, at most: a kit with all of its lines and 500 organisations has a fifth of it. */
const mostValues = 5000

/** How deep lists and objects may be within each other: no body goes half as far, and whatever reads one may call itself so often. */
const deepest = 64

/**
 * Reads JSON as Fastify does, but none of more values, or deeper within each other, than any body has: reading and checking
 * cost by value, and whoever sends a hundred thousand of them in a few bytes each would keep everybody else waiting.
 */
export function boundJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isBeyondAny(body)) done(new Failure('too-large'))
    else void parse(request, body, done)
  })
}

/** Whether there are more lists, objects and commas outside its texts, or more of them within each other. */
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
