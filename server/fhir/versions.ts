import { hash } from 'node:crypto'
import type { Resource } from '@medplum/fhirtypes'

/**
 * Gives a resource the version of all that it says. What a resource says changes with what it names, such as its group or a person
 * who was erased, of which the version of its own row knows nothing.
 */
export function withVersion<R extends Resource>(resource: R): R {
  const versionId = versionOf(JSON.stringify(resource))
  const { resourceType, id, meta, ...rest } = resource
  return { resourceType, id, meta: { versionId, ...meta }, ...rest } as unknown as R // the same parts, and a version
}

/** Writes a resource with its version as JSON. Its `meta` stands before anything else that has one, and is not empty. */
export function writeWithVersion(resource: Resource): string {
  const written = JSON.stringify(resource)
  return written.replace('"meta":{', (beginning) => `${beginning}"versionId":"${versionOf(written)}",`)
}

function versionOf(written: string): string {
  return hash('sha256', written, 'hex').slice(0, 20)
}

interface Read<R> {
  headers: Record<string, string>
  answer: { status: 304 } | { status: 200; body: R }
}

/**
 * Answers the reading of one resource with its version and when it was changed, and without the resource if the caller has that
 * version by what `If-None-Match` says (RFC 9110 §13.1.2).
 */
export function answerRead<R extends Resource>(resource: R, ifNoneMatch = ''): Read<R> {
  const body = withVersion(resource)
  const { versionId, lastUpdated } = body.meta ?? {}
  const headers = {
    etag: `W/"${versionId}"`,
    ...(lastUpdated !== undefined && { 'last-modified': new Date(lastUpdated).toUTCString() }),
  }
  const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  const isKnown = known.includes(`"${versionId}"`) || known.includes('*')
  return { headers, answer: isKnown ? { status: 304 } : { status: 200, body } }
}
