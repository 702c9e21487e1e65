import type { Endpoint } from '../../contract/endpoint.ts'
import type { Client, TestResponse } from '../server/client.ts'
import type { Call } from './noun-walks.ts'
import type { Place } from '../server/places.ts'
import { walks } from './walks.ts'

/** Returns the valid call of an endpoint. Throws when no noun has one for it. */
export function callOf(endpoint: Endpoint, place: Place): Call {
  const make = walks.calls[endpoint.name]
  if (make === undefined) throw new Error(`Add a call of ${endpoint.name} to its noun in tests/walks/nouns/`)
  return make(place)
}

export async function callEndpoint(
  client: Client,
  endpoint: Endpoint,
  { params, ...sent }: Call,
): Promise<TestResponse> {
  const path = pathOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params?.[name] ?? '').toWellFormed()),
  )
  if (!endpoint.headers?.['if-match']?.required) return await client.send(endpoint.method, path, sent)
  const { etag } = (await client.get(path)).headers
  return await client.send(endpoint.method, path, { ...sent, headers: { 'if-match': etag ?? '"1"', ...sent.headers } })
}

/** The path of an endpoint as `Client` sends it: with its base, unless that is the usual one. */
export function pathOf({ base, path }: Endpoint): string {
  return (base ?? '') + path
}
