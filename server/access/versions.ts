import type { FastifyRequest } from 'fastify'
import { Failure } from '../platform/failure.ts'

/**
 * The version that a request says it changes, from `If-Match: "3"`; undefined where it may be left out and is, or for
 * `*`. Throws `version-missing` where it must be sent, and `stale-version` for what no ETag ever said.
 */
export function versionOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(header)?.[1]
  if (version === undefined) throw new Failure('stale-version')
  return Number(version)
}

/** As `versionOf`, for a change that must say its version. */
export function requiredVersionOf(request: FastifyRequest): number {
  const version = versionOf(request)
  if (version === undefined) throw new Failure('version-missing')
  return version
}

/** The reply that holds an item, with its version for the ETag. */
export function answerWith<Item extends { version: number }>(data: Item) {
  return { body: { data }, version: data.version }
}
