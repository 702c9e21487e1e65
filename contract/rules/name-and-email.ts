import * as z from 'zod/mini'
import { anyText, rule, text } from '../schema.ts'
import { domainForPeople, domainForServers } from './mail-domains.ts'
import { readIdentifier } from './written-characters.ts'

/**
 * Text that a mail program would turn into a link: a scheme, an email, or a domain. A full stop before a capital letter
 * is allowed, because people write St.John and J.R.Smith.
 */
const address = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{Ll}{2,}/u

/** A name that people choose for themselves. Emails to any address contain it, so it must not carry a link. */
export const chosenName = text(100).check(rule('nameIsAddress', (name: string) => !address.test(name)))

/** A possible email address, as typed or copied. */
export const addressText = anyText(254, meantEmail)

/**
 * An email address as RFC 5321 and RFC 6531 have it, of at most 254 bytes, compared case-insensitively. Names that need
 * quotes and hosts by their number are refused, because nearly all of them are mistyped.
 */
export const email = addressText.check(
  z.minLength(1),
  z.email({ pattern: /^[^@]+@[^@]+$/u, abort: true }),
  rule('email', (text: string) => isEmail(text)),
)

/**
 * What stands before the @: words of letters, digits and signs with single dots between them. Other signs outside ASCII
 * are refused, because telephones write ’ where ' is meant.
 */
const mailbox = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const host = /^(([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9])\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** Bytes of an address, and of the part before its @ (RFC 5321, section 4.5.3.1). */
const [mostBytes, mostBytesBeforeSign] = [254, 64]

function isEmail(address: string): boolean {
  const { before, domain } = partsOf(address)
  const forServers = domainForServers(domain)
  return (
    bytesOf(address) <= mostBytes &&
    bytesOf(before) <= mostBytesBeforeSign &&
    mailbox.test(before) &&
    forServers !== undefined &&
    forServers.length <= 253 &&
    !/(^|\.)-|-(\.|$)/.test(domain) &&
    host.test(forServers)
  )
}

function partsOf(address: string): { before: string; domain: string } {
  const sign = address.lastIndexOf('@')
  return { before: address.slice(0, Math.max(sign, 0)), domain: address.slice(sign + 1) }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** True if only mail servers with SMTPUTF8 (RFC 6531) can deliver to an address. Domains have a spelling for all of them. */
export function needsUtf8(address: string): boolean {
  return /[^ -~]/.test(partsOf(address).before)
}

/** The spellings of an email in texts that were not read as one, all in lower case. */
export function spellingsOf(address: string): string[] {
  const { before, domain } = partsOf(address)
  const spelt = [domainForPeople(domain), domainForServers(domain) ?? domain]
  return [...new Set(spelt.map((one) => `${before}@${one}`.toLowerCase()))]
}

/**
 * Extracts the intended address from text that mail programs copy: with a name before it (`Jo Green <jo@example.org>`),
 * from a link, or with punctuation after it. Text with several addresses stays unchanged, because none is more likely
 * than another. The domain is spelt as people read it, so that an address has one spelling wherever it is stored.
 */
export function meantEmail(typed: string): string {
  const read = withoutMarkBehind(readIdentifier(typed))
  const [, inBrackets = read] = /^[^<>]*< ?([^<>]*)>$/.exec(read) ?? []
  const [, linked = inBrackets] = /^mailto: ?([^?]*)/i.exec(inBrackets) ?? []
  const address = withoutMarkBehind(linked)
  const { before, domain } = partsOf(address)
  if (before === '') return address
  return `${needsUtf8(address) ? before.toLowerCase() : before}@${domainForPeople(domain)}`
}

function withoutMarkBehind(text: string): string {
  return /^(.*[^.,; ])?[.,; ]*$/.exec(text)?.[1] ?? ''
}
