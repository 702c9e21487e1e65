import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Client, TestResponse } from './client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import type { Place } from './places.ts'

const made: Place = {
  marker: 'Nowhere',
  organisationId: '0190a000-0000-7fff-8000-00000000000a',
  groupId: '0190a000-0000-7fff-8000-00000000000b',
  assayId: '0190a000-0000-7fff-8000-00000000000c',
  subjectId: '0190a000-0000-7fff-8000-00000000000d',
  subjectEmail: 'nobody@people.test',
  recordId: '0190a000-0000-7fff-8000-00000000000e',
  testId: 'SAME-ZZZZZZZZ',
  imageId: '0190a000-0000-7fff-8000-00000000000f',
  username: 'nobody@clinic.test',
  linkToken: 'link-nowhere',
  inviteId: '0190a000-0000-7fff-8000-000000000010',
  inviteEmail: 'nobody@people.test',
  inviteCode: 'NOWHERENOWHERENOWHER',
}

/**
 * Calls an endpoint about `own`, with each of its values in turn taken from `foreign` and from nowhere: the two replies
 * must be the same but for the id of the request. So nothing tells that the foreign thing exists.
 */
export async function expectForeignIsUnknown(
  client: Client,
  endpoint: Endpoint,
  { own, foreign }: { own: Place; foreign: Place },
): Promise<void> {
  for (const key of Object.keys(made) as (keyof Place)[]) {
    if (key === 'marker' || own[key] === foreign[key] || !uses(endpoint, own, key)) continue
    const [known, unknown] = [foreign, made].map((place) => ({ ...own, [key]: place[key] }))
    if (known === undefined || unknown === undefined) throw new Error('Two places make two places')
    const ofKnown = await callEndpoint(client, endpoint, callOf(endpoint, known))
    const ofUnknown = await callEndpoint(client, endpoint, callOf(endpoint, unknown))
    const about = `${endpoint.name} with another's ${key}`
    expect(withoutOwnWords(ofKnown, foreign[key]), about).toEqual(withoutOwnWords(ofUnknown, made[key]))
    expect(ofKnown.body, about).not.toContain(foreign.marker)
  }
}

/** Whether the call of an endpoint holds this value of the place. */
function uses(endpoint: Endpoint, own: Place, key: keyof Place): boolean {
  return JSON.stringify(callOf(endpoint, own)).includes(own[key])
}

/** Status, body and telling headers, without what differs from one request to the next or was sent. */
function withoutOwnWords(response: TestResponse, sent: string) {
  const body = response.body.replaceAll(sent, '<sent>').replaceAll(/"requestId":"[^"]+"/g, '"requestId":"…"')
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    etag: response.headers.etag,
    length: response.statusCode >= 400 ? body.length : undefined,
    body,
  }
}
