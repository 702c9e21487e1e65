import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { permissions, type UserType } from '../../contract/permissions/permissions.ts'
import type { Client, TestResponse } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import type { Place } from '../server/places.ts'
import type { TestApp } from '../server/test-app.ts'
import { walks } from './walks.ts'

/** The texts of a place that does not exist; its ids are made up as well. */
const textsOfNowhere = {
  marker: 'Nowhere',
  host: 'nowhere.localhost',
  subjectEmail: 'nobody@people.test',
  testId: 'SAME-ZZZZZZZ7',
  username: 'nobody@clinic.test',
  linkToken: 'link-nowhere',
  inviteEmail: 'nobody@people.test',
  inviteCode: 'NOWHERENOWHERENOWHER',
} satisfies Partial<Place>

function valueOfNowhere(key: keyof Place): string {
  return key in textsOfNowhere
    ? textsOfNowhere[key as keyof typeof textsOfNowhere] // checked in the line above
    : '0190a000-0000-7fff-8000-00000000000a'
}

/** A place each of whose values is its own name, which tells what a call refers to. */
export const placeOfNames = new Proxy({} as Place, { get: (_, name) => String(name) })

/** Gives every user type every permission, so that only the scope restricts a walk. */
export async function grantEverything(test: TestApp): Promise<void> {
  await test.query(test.ours, 'update tenant_permissions set permissions = $1', [permissions])
}

/** Tells whether an endpoint refuses a user type whatever its permissions. */
export function isRefusedByItsType(endpoint: Endpoint, userType: UserType): boolean {
  if (isOfOperators(endpoint)) return userType !== 'unlimited'
  return walks.refusedTypes[endpoint.name]?.includes(userType) ?? false
}

/** Tells whether an endpoint is about places. */
export function isOfPlaces(endpoint: Endpoint): boolean {
  return !walks.notOfPlaces.has(endpoint.name) && !isOfOperators(endpoint)
}

const ofOperators: ReadonlySet<string> = new Set(['maySeeTenants', 'mayKeepTenants', 'mayLeaveTenant'])

/** Tells whether an endpoint is for operators and about tenants only. */
export function isOfOperators({ requires }: Endpoint): boolean {
  return typeof requires === 'object' && 'rule' in requires && ofOperators.has(requires.rule)
}

/**
 * Calls an endpoint about `own`, with each of its values in turn replaced by one of `foreign` and by a missing one.
 * Both replies must be equal apart from the request's id, so that nothing reveals the foreign thing. Returns the values
 * for which this proves something, because the own value gets another reply. The endpoint changes its own place as
 * usual.
 */
export async function expectForeignIsUnknownUnlikeOwn(
  client: Client,
  endpoint: Endpoint,
  { own, foreign }: { own: Place; foreign: Place },
): Promise<(keyof Place)[]> {
  const replies = []
  for (const key of valuesIn(endpoint, own)) {
    if (own[key] === foreign[key]) continue
    const [ofKnown, ofUnknown] = [
      await replyAbout(client, endpoint, { ...own, [key]: foreign[key] }, key),
      await replyAbout(client, endpoint, { ...own, [key]: valueOfNowhere(key) }, key),
    ]
    const about = `${endpoint.name} with another's ${key}`
    expect(ofKnown, about).toEqual(ofUnknown)
    // Without the permission, a call is refused before anything is looked up, so equal refusals would prove nothing.
    expect(ofKnown.status, about).not.toBe(403)
    expect(ofKnown.body, about).not.toContain(foreign.marker)
    replies.push({ key, reply: ofKnown })
  }
  const told: (keyof Place)[] = []
  for (const { key, reply } of replies) {
    if (!isDeepStrictEqual(reply, await replyAbout(client, endpoint, own, key))) told.push(key)
  }
  return told
}

async function replyAbout(client: Client, endpoint: Endpoint, place: Place, key: keyof Place) {
  return withoutOwnWords(await callEndpoint(client, endpoint, callOf(endpoint, place)), place[key])
}

/** Lists the values of a place that an endpoint's call contains. */
export function valuesIn(endpoint: Endpoint, own: Place): (keyof Place)[] {
  const call = JSON.stringify(callOf(endpoint, own))
  return (Object.keys(own) as (keyof Place)[]).filter((key) => key !== 'marker' && call.includes(own[key]))
}

/** Returns status, body and significant headers without what differs between requests or was sent. */
function withoutOwnWords(response: TestResponse, sent: string) {
  const body = response.body
    .replaceAll(sent, '<sent>')
    .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"…"')
    .replaceAll(/requestId=[0-9a-f-]+/g, 'requestId=…')
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    etag: response.headers.etag,
    length: response.statusCode >= 400 ? body.length : undefined,
    body,
  }
}
