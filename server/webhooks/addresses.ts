import { BlockList, isIP } from 'node:net'

/**
 * Networks that are no part of the public Internet: the special-purpose registries of IANA for IPv4 and IPv6. An IPv6
 * address that contains one of IPv4 reaches that one, so those networks are here as a whole.
 */
const special: readonly [address: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** The addresses of IPv6 that are given out; no others are public. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

const refused = blockListOf(special)

/** Tells whether a webhook may connect to an IP address. */
export type AddressJudge = (address: string) => boolean

/**
 * Allows public addresses, and those in the networks that the operator names: addresses, or networks such as
 * `10.1.0.0/16`.
 */
export function judgeOfAddresses(networks: readonly string[]): AddressJudge {
  const allowed = blockListOf(
    networks.map((network): [string, number] => {
      const [address = '', bits] = network.split('/')
      return [address, bits === undefined ? (isIP(address) === 4 ? 32 : 128) : Number(bits)]
    }),
  )
  return (address) => {
    const family = isIP(address)
    // A zone belongs to addresses of one link, and no others have one.
    if (family === 0 || address.includes('%')) return false
    const type = family === 4 ? 'ipv4' : 'ipv6'
    if (allowed.check(address, type)) return true
    return !refused.check(address, type) && (family === 4 || given.check(address, 'ipv6'))
  }
}

/** The address that a host of a URL is, without the brackets of IPv6; undefined for a name. */
export function addressOfHost(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}

function blockListOf(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [address, bits] of networks) list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return list
}
