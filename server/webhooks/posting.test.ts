import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificate } from '../testing/certificate.ts'
import { WebhookReceiver } from '../testing/webhook-receiver.ts'
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
    '[ff02::1]',
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
