import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { createPool } from '../../platform/database.ts'
import type { ActorScope } from '../scope.ts'
import { openReplica } from './replica.ts'

it('all who wait for a replica that answers nobody go to the leader once one of them has found out', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `postgres://somebody@127.0.0.1:${port}/lateral`
  const pool = createPool({ url, size: 2, onError: () => undefined, connectLimitMs: 300 })
  const replica = openReplica(pool, () => undefined)
  const scope = { tenant: { id: 'ours' } } as ActorScope
  const state = { system: '1', database: 'lateral', user: 'somebody', timeline: 1, position: '0/0' }
  const read = () => replica.read(scope, state, () => Promise.reject(new Error('There is no replica')))
  expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array.from({ length: 20 }, () => undefined))
  expect(sockets.length).toBeLessThanOrEqual(2)
  await pool.end()
  for (const socket of sockets) socket.destroy()
  server.close()
})
