/**
 * Domains of emails with letters outside ASCII (RFC 5890), which have two spellings: `käse.de`, as people read it, and
 * `xn--kse-qla.de`, as mail servers do. The parser of addresses of browsers and of Node knows both ways but the one back.
 */

const isPlain = (text: string) => /^[ -~]*$/.test(text)

/** Letters, digits, marks, hyphens and dots: in a text of these alone an address's parser sees a host. */
const hostOnly = /^[\p{L}\p{M}\p{N}.\-\u00b7\u30fb]+$/u

/** Returns a domain as mail servers read it, in lower case; undefined if it cannot be one. */
export function domainForServers(domain: string): string | undefined {
  if (!hostOnly.test(domain)) return undefined
  return isPlain(domain) && !hasEncoded(domain) ? domain.toLowerCase() : URL.parse(`https://${domain}`)?.hostname
}

/** Returns a domain as people read it, whichever spelling it has. What cannot be a domain stays unchanged. */
export function domainForPeople(domain: string): string {
  const dotted = domain.replaceAll(/[\u3002\uff0e\uff61]/g, '.')
  if (isPlain(dotted) && !hasEncoded(dotted)) return dotted
  const forServers = domainForServers(dotted)
  if (forServers === undefined) return domain
  const shown = forServers.split('.').map(decodedLabel).join('.')
  return domainForServers(shown) === forServers ? shown : forServers
}

const encoded = 'xn--'

function hasEncoded(domain: string): boolean {
  return domain.toLowerCase().includes(encoded)
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Decodes a label by RFC 3492, section 6.2. What it does not describe stays unchanged. */
function decodedLabel(label: string): string {
  if (!label.startsWith(encoded)) return label
  const text = label.slice(encoded.length)
  const delimiter = text.lastIndexOf('-')
  const letters = Array.from(text.slice(0, Math.max(delimiter, 0)), (letter) => letter.codePointAt(0) ?? 0)
  let [code, at, bias] = [128, 0, 72]
  let rest = text.slice(delimiter + 1)
  while (rest !== '') {
    const number = variableLength(rest, bias)
    if (number === undefined) return label
    rest = rest.slice(number.length)
    const places = letters.length + 1
    bias = adapted(number.value, places, at === 0 && code === 128)
    code += Math.floor((at + number.value) / places)
    at = (at + number.value) % places
    if (code > 0x10_ff_ff) return label
    letters.splice(at, 0, code)
    at += 1
  }
  return String.fromCodePoint(...letters)
}

/** Reads the number at the beginning of a text, whose digits are worth the more the later they come. */
function variableLength(text: string, bias: number): { value: number; length: number } | undefined {
  let [value, weight] = [0, 1]
  for (let at = 0; at < text.length; at += 1) {
    const digit = digits.indexOf(text.charAt(at))
    const threshold = Math.min(Math.max(36 * (at + 1) - bias, 1), 26)
    value += digit * weight
    if (digit === -1 || value > 0xff_ff_ff_ff) return undefined
    if (digit < threshold) return { value, length: at + 1 }
    weight *= 36 - threshold
  }
  return undefined
}

function adapted(delta: number, places: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / places)
  let steps = 0
  for (; rest > 455; steps += 36) rest = Math.floor(rest / 35)
  return steps + Math.floor((36 * rest) / (rest + 38))
}
