import { shortestPrefix } from '../limits-and-times.ts'

/**
 * Networks in their usual notation, an address and the number of its leading bits that all members share:
 * 203.0.113.0/24, 2001:db8::/48. A plain address is a network of one.
 */

interface Network {
  bits: bigint
  size: 32 | 128
  prefix: number
}

/**
 * Returns a network in canonical form, with the remaining bits as zeros; undefined for text that is not an allowed
 * network.
 */
export function readNetwork(typed: string): string | undefined {
  const network = parse(typed)
  if (network === undefined || problemOf(network) !== undefined) return undefined
  return `${written(network)}/${network.prefix}`
}

/** Why a typed text may not be named as a network; undefined if it may. */
export function networkProblem(typed: string): 'network' | 'networkTooLarge' | 'networkReserved' | undefined {
  const network = parse(typed)
  return network === undefined ? 'network' : problemOf(network)
}

/** True if an address is in a network from `readNetwork`. Text that is not an address is in none. */
export function isWithin(network: string, address: string): boolean {
  const [whole, one] = [parse(network), parse(address)]
  if (whole === undefined || one === undefined || whole.size !== one.size) return false
  return one.bits >> BigInt(one.size - whole.prefix) === whole.bits >> BigInt(whole.size - whole.prefix)
}

/**
 * The part of an address that identifies one line. For IPv6 that is its first 64 bits, because a line or machine has
 * any number of addresses below them. Text that is not an address stays unchanged.
 */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%')
  const network = parse(withoutZone)
  if (network === undefined) return address
  return network.size === 32 ? written(network) : `${written(cutTo(64, network))}/64`
}

function problemOf({ bits, size, prefix }: Network): 'networkTooLarge' | 'networkReserved' | undefined {
  if (prefix < shortestPrefix[size === 32 ? 'ipv4' : 'ipv6']) return 'networkTooLarge'
  return isOfVisitors({ bits, size, prefix }) ? undefined : 'networkReserved'
}

function isOfVisitors({ bits, size, prefix }: Network): boolean {
  if (size === 32) {
    const first = bits >> 24n
    // 0.0.0.0/8 is unassigned, and addresses from 224.0.0.0 up make no requests.
    return first > 0n && first < 224n
  }
  // Only global unicast addresses remain: this excludes loopback and private networks, and special ranges that stand
  // for all of IPv4.
  const start = bits >> 125n
  const isPrivate = bits >> 121n === 0b1111110n
  return start === 1n || isPrivate || (bits === 1n && prefix === 128)
}

/** Parses an address, with or without a prefix. An IPv4 address in IPv6 notation is treated as IPv4. */
function parse(typed: string): Network | undefined {
  const [, address = '', said] = /^([\da-f:.]+)(?:%\w+)?(?:\/(\d{1,3}))?$/i.exec(typed) ?? []
  const mapped = said === undefined ? /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] : undefined
  const ipv4 = bitsOfFour(mapped ?? address)
  const bits = ipv4 ?? bitsOfSix(address)
  const size = ipv4 === undefined ? 128 : 32
  const prefix = said === undefined ? size : Number(said)
  if (bits === undefined || prefix > size) return undefined
  return cutTo(prefix, { bits, size })
}

function cutTo(prefix: number, { bits, size }: Pick<Network, 'bits' | 'size'>): Network {
  const rest = BigInt(size - prefix)
  return { bits: (bits >> rest) << rest, size, prefix }
}

function bitsOfFour(address: string): bigint | undefined {
  const parts = address.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function bitsOfSix(address: string): bigint | undefined {
  // A URL's host is in its shortest form and without dots, so that each address has one notation.
  const host = address.includes(':') ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
  if (host === undefined) return undefined
  const [head = [], tail = []] = host.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

function written({ bits, size }: Network): string {
  const partBits = size === 32 ? 8n : 16n
  const count = size === 32 ? 4 : 8
  const parts = Array.from(
    { length: count },
    (_, at) => (bits >> (partBits * BigInt(count - 1 - at))) & ((1n << partBits) - 1n),
  )
  if (size === 32) return parts.join('.')
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1)
}
