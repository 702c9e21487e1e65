import fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { boundedTexts } from '../access/serving/input.ts'
import { boundJsonBodies } from './json-bodies.ts'

let app: FastifyInstance

beforeAll(async () => {
  app = fastify()
  boundJsonBodies(app)
  app.setErrorHandler(async (error: { code: string; statusCode?: number }, _, reply) =>
    reply.code(error.statusCode ?? 413).send({ code: error.code }),
  )
  app.post('/', async ({ body }) => ({ body }))
  await app.ready()
})

const send = async (payload: string) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
  return [reply.statusCode, reply.json<{ body?: unknown; code?: string }>()] as const
}

it('reads a body as before, whatever its texts contain', async () => {
  const body = { note: ',[{'.repeat(5000), quoted: '"\\'.repeat(3000), 'a,b"[': ['\\', '"', { deep: [[1, 2], null] }] }
  expect(await send(JSON.stringify(body))).toEqual([200, { body }])
  const deep = `[${Array(70)
    .fill('['.repeat(63) + ']'.repeat(63))
    .join(',')}]`
  expect(await send(deep)).toEqual([200, { body: JSON.parse(deep) }])
  expect(await send(JSON.stringify(Array(4990).fill(0)))).toEqual([200, { body: Array(4990).fill(0) }])
})

it.each([
  ['a list', JSON.stringify(Array(5001).fill(0))],
  ['names', JSON.stringify(Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`k${n}`, 0])))],
  ['lists within lists', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['lists deeper than any body has', '['.repeat(65) + ']'.repeat(65)],
  ['objects deeper than any body has', `${'{"a":'.repeat(64)}[]${'}'.repeat(64)}`],
  ['values after a text', `["\\"",${JSON.stringify(Array(5001).fill('\\'))}]`],
])('refuses a body with too many or too deep values before it is parsed: %s', async (_, payload) => {
  expect(await send(payload)).toEqual([413, { code: 'too-large' }])
})

it('refuses invalid JSON and keys that change prototypes as before', async () => {
  expect((await send('{"a":1'))[0]).toBe(400)
  expect((await send('"'))[0]).toBe(400)
  expect((await send('{"__proto__":{"a":1}}'))[0]).toBe(400)
})

it('cuts a text that is too long, and reports that it did', () => {
  const input = { a: ['x'.repeat(11), { b: 'y'.repeat(10) }], c: null }
  expect(boundedTexts(input, 10)).toEqual({
    bounded: { a: ['x'.repeat(10), { b: 'y'.repeat(10) }], c: null },
    isWhole: false,
  })
  expect(boundedTexts(input, 11)).toEqual({ bounded: input, isWhole: true })
})
