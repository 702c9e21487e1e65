import type { Bundle, Resource } from '@medplum/fhirtypes'
import { answerParameters, parametersOf, sortsOf, type SearchedType } from '../../contract/fhir/served.ts'
import type { Scope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import { baseAddress, type SentTo } from './base-address.ts'
import { partOf } from './summaries.ts'
import { withVersion } from './versions.ts'

/** What searches of all resources are asked. */
interface Asked {
  _count: number
  _sort?: string | undefined
  _summary?: 'true' | 'text' | 'data' | 'count' | 'false' | undefined
  _elements?: readonly string[] | undefined
}

/** A page of resources, and where the next one begins. */
export interface Found {
  resources: readonly Resource[]
  next: { cursor?: string; line?: number } | null
  /** Undefined where the resources are not counted, or too many to be. */
  total?: number | undefined
}

/** The number of all resources alone, which `count=0` and `_summary=count` ask for. */
export type Total = Pick<Found, 'total'>

/** How a noun finds its resources, and counts them. */
export interface Finder<Q, S extends Scope> {
  find: (scope: S, query: Q, base: string) => Promise<Found>
  count: (scope: S, query: Q, base: string) => Promise<Total>
}

type Sent = string | string[]

/** A search as it was sent, and where to. */
export interface SentSearch {
  parameters: Readonly<Record<string, Sent>>
  prefer: string | undefined
  sentTo: SentTo
}

/** Answers a search as R4 does: with a page of what was found, and the address of the next one. */
export async function answerSearch<Q extends Asked, S extends Scope>(
  scope: S,
  query: Q,
  sent: SentSearch,
  { type, publicUrl, find, count }: Finder<Q, S> & { type: SearchedType; publicUrl: string },
): Promise<Bundle> {
  const used = settleSearch(type, sent)
  // What the resource does not take was left out, so that it narrows nothing.
  const asked = Object.fromEntries(
    Object.entries(query).filter(([name]) => used.has(name) || name === '_count'),
  ) as unknown as Q // each parameter may be missing, besides the number that has a default
  const base = await baseAddress(scope, sent.sentTo, publicUrl)
  const isCount = query._count === 0 || query._summary === 'count'
  const found = isCount ? await count(scope, asked, base) : await find(scope, asked, base)
  return searchset({ base, type, used }, found, asked)
}

/**
 * Tells which parameters a search of a resource uses. One that is not known is left out, as R4 asks of servers, unless the client
 * prefers to be told; what is known but cannot be done as it is written, such as with a modifier, is always refused (R4 §3.1.1.4.5).
 * Throws `bad-request` with their names.
 */
function settleSearch(type: SearchedType, { parameters, prefer = '' }: SentSearch): ReadonlyMap<string, Sent> {
  const sent = Object.entries(parameters)
  const known = new Set<string>([...parametersOf(type).map(({ name }) => name), ...answerParameters])
  const isStrict = /\bhandling\s*=\s*"?strict\b/i.test(prefer)
  const isTaken = ([name, value]: [string, Sent]) =>
    known.has(withoutType(name)) && (name !== '_sort' || sortsOf(type).includes(String(value)))
  const others = sent.filter((one) => !isTaken(one)).map(([name]) => name)
  const refused = isStrict ? others : others.filter((name) => name !== '_sort' && known.has(beginning(name)))
  if (refused.length > 0) {
    throw new Failure('bad-request', {
      fields: refused.map((field) => ({ field, phrase: 'unknownField', values: {} })),
    })
  }
  return new Map(sent.filter(isTaken))
}

/** The name of a parameter without the one type that what it refers to can have. */
function withoutType(name: string): string {
  return name === 'subject:Patient' || name === 'patient:Patient' ? name.replace(/:.*/, '') : name
}

/** The name of a parameter before a modifier, or before a part of what it refers to. */
function beginning(name: string): string {
  return name.replace(/[:.].*/s, '')
}

interface Page {
  base: string
  type: SearchedType
  used: ReadonlyMap<string, Sent>
}

/** Writes a page of a search as a Bundle. Its own address has the parameters that were used, and no others. */
function searchset(page: Page, found: Found | Total, asked: Asked): Bundle {
  const link = [{ relation: 'self', url: addressOf(page, {}) }]
  const { resources, next } = 'resources' in found ? found : { resources: undefined, next: null }
  if (next !== null) link.push({ relation: 'next', url: addressOf(page, next) })
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(found.total !== undefined && { total: found.total }),
    link,
    ...(resources && {
      entry: resources.map((resource) => ({
        fullUrl: `${page.base}/${resource.resourceType}/${resource.id}`,
        resource: partOf(withVersion(resource), asked),
        search: { mode: 'match' as const },
      })),
    }),
  }
}

function addressOf({ base, type, used }: Page, place: { cursor?: string; line?: number }): string {
  const url = new URL(`${base}/${type}`)
  for (const [name, values] of used) for (const value of [values].flat()) url.searchParams.append(name, value)
  if (place.cursor === undefined && place.line === undefined) return url.href
  url.searchParams.delete('line')
  for (const [name, value] of Object.entries(place)) url.searchParams.set(name, String(value))
  return url.href
}
