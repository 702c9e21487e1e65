import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/failure.ts'
import { hasSessionCookie } from './session-cookie.ts'
import { hashToken } from './tokens.ts'

/**
 * A token of a machine is `lateral_`, 43 characters of 256 random bits, and 6 characters of their CRC-32. Scanners of
 * secrets find it by its beginning and know by its end that it is no accident, as those of GitHub do.
 */
const prefix = 'lateral_'
const form = /^lateral_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function newApiToken(): string {
  const random = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  return `${prefix}${random}${checksumOf(random)}`
}

/** What a request sends as a token: nothing, or the hash of the token, which is null for a text that is none. */
type SentToken = undefined | { hash: Buffer | null }

/**
 * Reads the token that a request carries as `Authorization: Bearer`. Throws `bad-request` for one that carries a
 * session's cookie as well, because it would not be clear for whom it speaks.
 */
export function apiTokenOf(request: FastifyRequest): SentToken {
  const sent = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '')
  if (sent === null) return undefined
  if (hasSessionCookie(request)) {
    throw new Failure('bad-request', { says: { phrase: 'mail:token.withCookie', values: {} } })
  }
  const token = sent[1]?.trim() ?? ''
  return { hash: isWhole(token) ? hashToken(token) : null }
}

/** Recognises a token that was mistyped or cut short without asking the database. */
function isWhole(token: string): boolean {
  const [, random, checksum] = form.exec(token) ?? []
  return random !== undefined && checksum === checksumOf(random)
}

function checksumOf(random: string): string {
  return inBase62(BigInt(crc32(random)), 6)
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function inBase62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`
  return text.padStart(length, '0')
}
