export type SwiftServer = 'account' | 'container' | 'object' | 'proxy'

export type Ports = Record<SwiftServer, number>

interface Place {
  folder: string
  ports: Ports
  /** The user that runs the servers. */
  user: string
  /** The secret of the user `photos` in the account `lateral`. */
  secret: string
}

const stores = ['account', 'container', 'object'] as const

/** The files that Swift reads, by their names in its folder: a single copy of everything on one disk. */
export function settingsOf({ folder, ports, user, secret }: Place): Record<string, string> {
  const server = (name: SwiftServer) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[name]}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
workers = 0
user = ${user}
`
  const store = (name: (typeof stores)[number]) => `${server(name)}
[pipeline:main]
pipeline = ${name}-server

[app:${name}-server]
use = egg:swift#${name}
`
  const filters = ['catch_errors', 'gatekeeper', 'listing_formats', 'copy', 'slo', 'dlo', 'versioned_writes']
  return {
    'swift.conf': `[swift-hash]
swift_hash_path_prefix = lateral
swift_hash_path_suffix = test

[storage-policy:0]
name = single
default = yes
`,
    'account.conf': store('account'),
    'container.conf': store('container'),
    'object.conf': store('object'),
    // Authentication needs a cache server but works when none answers: nothing listens on port 1.
    'proxy.conf': `${server('proxy')}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo versioned_writes proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 1
recoverable_node_timeout = 1

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1

[filter:s3api]
use = egg:swift#s3api
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_lateral_photos = ${secret} .admin

${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('\n')}`,
  }
}

/**
 * A program for Swift's Python that writes the rings, which define where each kind of data is stored.
 * `swift-ring-builder` would need nine calls of a second each.
 */
export function ringProgram(ports: Ports): string {
  const rings = stores.map((name) => `('${name}', ${ports[name]})`)
  return `from swift.common.ring import RingBuilder
for name, port in [${rings.join(', ')}]:
    builder = RingBuilder(6, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=port, device='disk', weight=1))
    builder.rebalance()
    builder.get_ring().save(name + '.ring.gz')
`
}
