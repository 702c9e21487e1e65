import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openNameLookup } from './name-lookup.ts'

let server: Socket
/** The names that were asked for. */
let asked: string[]
let answers: (name: string, question: Buffer) => Buffer | undefined

beforeEach(async () => {
  asked = []
  answers = () => undefined
  server = createSocket('udp4').on('message', (question, from) => {
    const name = nameIn(question)
    asked.push(name)
    const answer = answers(name, question)
    if (answer !== undefined) server.send(answer, from.port, from.address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

const open = () => openNameLookup([`127.0.0.1:${server.address().port}`])

/** The name of a question of DNS (RFC 1035 §4.1.2), whose labels begin with their lengths. */
function nameIn(question: Buffer): string {
  const labels: string[] = []
  for (let at = 12; question[at]; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
  }
  return labels.join('.')
}

/** Answers a question with addresses of IPv4, or with nothing if it asks for IPv6; without any, that there is no such name. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, 12) + 5
  const isFour = question.readUInt16BE(end - 4) === 1
  const found = isFour ? addresses : []
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(found.length, 6)
  header.fill(0, 8)
  const rows = found.map((one) => Buffer.of(0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)))
  return Buffer.concat([header, question.subarray(12, end), ...rows])
}

it('returns all addresses of a name', async () => {
  answers = (_name, question) => answerTo(question, ['192.0.2.1', '10.0.0.7'])
  expect((await open()('hooks.example.org')).toSorted()).toEqual(['10.0.0.7', '192.0.2.1'])
})

it('asks this machine for names that no name server knows', async () => {
  answers = (_name, question) => answerTo(question, [])
  expect(await open()('localhost')).toContain('127.0.0.1')
  await expect(open()('nobody.invalid')).rejects.toThrow('ENOTFOUND')
})

it('of names whose servers do not answer ends with its signal, and holds up no other question of this process', async () => {
  const stopping = new AbortController()
  const lookUp = open()
  const hanging = Array.from({ length: 16 }, (_, i) => lookUp(`hooks-${i}.example.org`, stopping.signal))
  const outcomes = Promise.allSettled(hanging)
  await expect.poll(() => new Set(asked).size, { timeout: 20_000 }).toBe(16)
  // The operating system answers while all of them wait.
  const first = await Promise.race([lookup('localhost').then(() => 'this machine'), outcomes.then(() => 'the names')])
  expect(first).toBe('this machine')
  stopping.abort()
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
})
