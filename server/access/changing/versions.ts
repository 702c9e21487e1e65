import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/failure.ts'

/**
 * Reads the version that a request changes from `If-Match: "3"`; undefined for `*`, and for no header where it is
 * optional. Throws `stale-version` for a value that no ETag ever had.
 */
export function versionOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(header)?.[1]
  if (version === undefined) throw new Failure('stale-version')
  return Number(version)
}

/**
 * Reads the version of a change that must name one. Throws `version-missing` without it, and `stale-version` as
 * `versionOf` does.
 */
export function requiredVersionOf(request: FastifyRequest): number {
  const version = versionOf(request)
  if (version === undefined) throw new Failure('version-missing')
  return version
}

/** Builds the reply for an item, with its version for the ETag. */
export function answerWith<Item extends { version: number }>(data: Item) {
  return { body: { data }, version: data.version }
}
