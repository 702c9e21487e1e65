import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { Failure } from '../../platform/failure.ts'

/** The media type of a form that a browser or a client of FHIR sends. */
const formType = 'application/x-www-form-urlencoded'

/** Lets endpoints of this instance that say so be asked by a form. Others answer it by 415. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_request, body, done) => done(null, parse(body)))
}

/** Takes the fields of a form for a part of the query, in which a field may stand in both. Throws for any other body. */
export function takeForm(request: FastifyRequest): void {
  const { body, headers } = request
  if (body === undefined || body === null) return
  if (headers['content-type']?.startsWith(formType) !== true) throw new Failure('unsupported-media-type')
  const fields = new Map(Object.entries(request.query as Record<string, string | string[]>))
  for (const [name, sent] of Object.entries(body as Record<string, string | string[]>)) {
    const known = fields.get(name)
    fields.set(name, known === undefined ? sent : [known, sent].flat())
  }
  request.query = Object.fromEntries(fields)
  request.body = undefined
}

/**
 * Refuses to answer an endpoint that has a media type of its own to somebody who takes only others. `_format` in the address goes
 * before the header (FHIR R4 §3.1.0.1.11). Throws `not-acceptable`.
 */
export function refuseOtherFormats({ mediaType, produces }: Endpoint, request: FastifyRequest): void {
  if (mediaType === undefined) return
  const { _format: format } = request.query as { _format?: string | string[] }
  const accept = [format ?? request.headers.accept ?? '*/*'].flat().join(',')
  const offered = [produces ?? [], mediaType].flat().flatMap(namesOf)
  if (!accept.split(',').some((one) => isTaken(one, offered))) throw new Failure('not-acceptable')
}

/** The names of a media type such as `application/fhir+json`: also those before it had one, and its last part alone. */
function namesOf(type: string): string[] {
  const kind = type.replace(/^.*[/+]/, '')
  // A plus sign that stands as it is in an address is read as a space.
  return [type, type.replace('+', ' '), `application/${kind}`, `application/x-${kind}`, `text/${kind}`, kind]
}

function isTaken(range: string, offered: readonly string[]): boolean {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  if (parameters.some((one) => /^q=0(\.0*)?$/.test(one))) return false
  return type === '' || type === '*/*' || type === 'application/*' || offered.includes(type)
}
