import { isDeepStrictEqual } from 'node:util'
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
  staffId: '0190a000-0000-7fff-8000-000000000010',
  invitedId: '0190a000-0000-7fff-8000-000000000011',
  linkToken: 'link-nowhere',
  inviteId: '0190a000-0000-7fff-8000-000000000010',
  inviteEmail: 'nobody@people.test',
  inviteCode: 'NOWHERENOWHERENOWHER',
}

/**
 * Calls an endpoint about `own`, with each of its values in turn taken from `foreign` and from nowhere: the two replies
 * must be the same but for the id of the request. So nothing tells that the foreign thing exists. Answers that one reply
 * for each value.
 */
export async function expectForeignIsUnknown(
  client: Client,
  endpoint: Endpoint,
  { own, foreign }: { own: Place; foreign: Place },
): Promise<{ key: keyof Place; reply: unknown }[]> {
  const replies = []
  for (const key of valuesIn(endpoint, own)) {
    if (own[key] === foreign[key]) continue
    const [ofKnown, ofUnknown] = [
      await replyAbout(client, endpoint, { ...own, [key]: foreign[key] }, key),
      await replyAbout(client, endpoint, { ...own, [key]: made[key] }, key),
    ]
    const about = `${endpoint.name} with another's ${key}`
    expect(ofKnown, about).toEqual(ofUnknown)
    expect(ofKnown.body, about).not.toContain(foreign.marker)
    replies.push({ key, reply: ofKnown })
  }
  return replies
}

/**
 * As `expectForeignIsUnknown`, and answers the values for which that says something, because with its own the reply is
 * another one: two refusals prove nothing. What the endpoint does to its own, it does.
 */
export async function expectForeignIsUnknownUnlikeOwn(
  client: Client,
  endpoint: Endpoint,
  places: { own: Place; foreign: Place },
): Promise<(keyof Place)[]> {
  const told: (keyof Place)[] = []
  for (const { key, reply } of await expectForeignIsUnknown(client, endpoint, places)) {
    if (!isDeepStrictEqual(reply, await replyAbout(client, endpoint, places.own, key))) told.push(key)
  }
  return told
}

async function replyAbout(client: Client, endpoint: Endpoint, place: Place, key: keyof Place) {
  return withoutOwnWords(await callEndpoint(client, endpoint, callOf(endpoint, place)), place[key])
}

/** The values of a place that the call of an endpoint holds. */
export function valuesIn(endpoint: Endpoint, own: Place): (keyof Place)[] {
  const call = JSON.stringify(callOf(endpoint, own))
  return (Object.keys(made) as (keyof Place)[]).filter((key) => key !== 'marker' && call.includes(own[key]))
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
