import { createServer, type AddressInfo } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { certificate, certificateKey } from '../../tests/programs/certificate.ts'
import { WebhookReceiver } from '../../tests/programs/webhook-receiver.ts'
import { judgeOfAddresses } from './addresses.ts'
import { post, type Post } from './posting.ts'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await WebhookReceiver.start()
})
afterAll(() => receiver.stop())

const body = JSON.stringify({ type: 'webhook.test', data: {} })
const allowed = judgeOfAddresses(['127.0.0.0/8'])

function send(url: string, own: Partial<Post> = {}) {
  return post({ mayReach: allowed, lookUp: async () => ['127.0.0.1'], authorities: certificate, ...own }, url, body, {})
}

describe('the address that is connected to', () => {
  const publicOnly = judgeOfAddresses([])
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '127。0。0。1',
  ]

  it.each(hosts)('is never %s, and no packet is sent there', async (host) => {
    const before = receiver.connections
    expect(await send(`https://${host}:${receiver.port}/`, { mayReach: publicOnly })).toMatchObject({
      problem: 'address',
    })
    expect(receiver.connections).toBe(before)
  })

  it.each(hosts.map((host) => URL.parse(`https://${host}/`)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? ''))(
    'is never %s, if a name leads there, alone or beside a public address',
    async (address) => {
      const before = receiver.connections
      const url = `https://hooks.example.org:${receiver.port}/`
      for (const addresses of [[address], ['1.1.1.1', address]]) {
        expect(await send(url, { mayReach: publicOnly, lookUp: async () => addresses })).toMatchObject({
          problem: 'address',
        })
      }
      expect(receiver.connections).toBe(before)
    },
  )

  it('has no zone, whatever name servers say', async () => {
    for (const address of ['fe80::1%eth0', '2606:4700::1111%lo']) {
      expect(
        await send(`https://hooks.example.org:${receiver.port}/`, {
          mayReach: publicOnly,
          lookUp: async () => [address],
        }),
      ).toMatchObject({ problem: 'address' })
    }
  })

  it('may be any public one', () => {
    expect(
      ['1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111'].filter(publicOnly),
    ).toHaveLength(5)
  })

  it('may be a private one that the operator names, and no other', () => {
    const named = judgeOfAddresses(['10.1.0.0/16', '192.168.7.9', 'fd00:1::/32'])
    expect(['10.1.2.3', '192.168.7.9', 'fd00:1::9'].every(named)).toBe(true)
    expect(['10.2.0.1', '192.168.7.10', 'fd00:2::9', '127.0.0.1'].some(named)).toBe(false)
  })

  it('is the one that was judged, though the name changes its answer', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    let asked = 0
    const lookUp = async () => answers[asked++] ?? []
    const mayReach = judgeOfAddresses(['127.0.0.1'])
    expect(await send(receiver.url, { lookUp, mayReach })).toMatchObject({ status: 204 })
    expect(asked).toBe(1)
    expect(await send(receiver.url, { lookUp, mayReach })).toMatchObject({ problem: 'address' })
  })
})

describe('an answer', () => {
  const url = (path = '/hook') => `https://localhost:${receiver.port}${path}`

  it('that redirects is not followed', async () => {
    receiver.answer = () => ({ status: 302, headers: { location: url('/elsewhere') } })
    const before = receiver.received.length
    expect(await send(url())).toMatchObject({ status: 302 })
    expect(receiver.received.length).toBe(before + 1)
  })

  it('is kept in its beginning, and read no further than its limit', async () => {
    receiver.answer = () => ({ status: 200, body: 'x'.repeat(1024 * 1024) })
    expect(await send(url())).toMatchObject({ status: 200, answer: 'x'.repeat(4096) })
  })

  it('is not believed from a certificate of another name, or of nobody known', async () => {
    receiver.answer = () => ({ status: 204 })
    const before = receiver.received.length
    expect(await send(`https://hooks.example.org:${receiver.port}/`)).toMatchObject({ problem: 'certificate' })
    expect(await send(url(), { authorities: undefined })).toMatchObject({ problem: 'certificate' })
    expect(receiver.received.length).toBe(before)
  })

  it('is not believed without a check of its certificate, though the environment turns checks off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    try {
      expect(await send(url(), { authorities: undefined })).toMatchObject({ problem: 'certificate' })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  /** Sends to a receiver that writes these bytes, or does with the connection what it wants. */
  async function sendTo(written: string | Buffer | ((socket: TLSSocket) => void)) {
    const hostile = createTlsServer({ cert: certificate, key: certificateKey }, (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        if (typeof written === 'function') written(socket)
        else socket.end(written)
      })
    })
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
    const { port } = hostile.address() as AddressInfo
    const outcome = await send(`https://localhost:${port}/`, { limitMs: 1000 })
    hostile.close()
    return outcome
  }
  const head = 'HTTP/1.1 200 OK\r\n'

  it.each([
    ['changes the protocol', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', null],
    ['has 100,000 headers', `${head}${'a: b\r\n'.repeat(100_000)}\r\n`, null],
    ['is no HTTP', 'Good evening\r\n\r\n', null],
    ['is nothing', '', null],
    ['has two lengths', `${head}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`, null],
    [
      'comes after many others',
      `${'HTTP/1.1 103 Early\r\na: b\r\n\r\n'.repeat(1000)}${head}content-length: 0\r\n\r\n`,
      200,
    ],
    ['is shorter than it says', `${head}content-length: 400\r\n\r\nshort`, 200],
    ['is no UTF-8', Buffer.concat([Buffer.from(`${head}content-length: 3\r\n\r\n`), Buffer.of(0xff, 0, 0xc3)]), 200],
  ])('that %s has an outcome', async (_what, written, status) => {
    expect(await sendTo(written)).toMatchObject(status === null ? { problem: 'connection' } : { status })
  })

  it('that never ends says by its status whether the message was taken', async () => {
    expect(await sendTo((socket) => socket.write(`${head}\r\nendless`))).toMatchObject({
      status: 200,
      answer: 'endless',
    })
    expect(await sendTo((socket) => socket.write('HTTP/1.1 200'))).toMatchObject({ problem: 'timeout' })
  })

  it('cannot come from a name without an address, or a port where nobody listens', async () => {
    expect(await send(url(), { lookUp: () => Promise.reject(new Error('ENOTFOUND')) })).toMatchObject({
      problem: 'name',
    })
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await send(`https://localhost:${port}/`)).toMatchObject({ problem: 'connection' })
  })

  it('is awaited for a limited time', async () => {
    receiver.answer = () => 'never'
    expect(await send(url(), { limitMs: 50 })).toMatchObject({ problem: 'timeout' })
    expect(await send(url(), { limitMs: 50, lookUp: () => new Promise(() => undefined) })).toMatchObject({
      problem: 'timeout',
    })
  })
})
