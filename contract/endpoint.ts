import * as z from 'zod/mini'
import type { AuditAction } from './audit/event-names.ts'
import type { ResourceType } from './audit/resource-types.ts'
import type { List } from './listing.ts'
import type { Requirement } from './permissions/rules.ts'
import { id } from './schema.ts'

type Schema = z.ZodMiniType

/**
 * The most attempts of one user in a number of minutes. Each call counts, refused ones included, and the server counts
 * by itself.
 */
interface Limit {
  attempts: number
  minutes: number
  /** Endpoints with the same counter count together; by default each counts alone. */
  counter?: string
}

/**
 * A request carries JSON (the default), one file as multipart/form-data under the name `file`, or nothing. A reply
 * carries JSON as declared in `reply`, `binary` bytes, or nothing (204).
 */
export interface Endpoint {
  /** Unique among all endpoints; the operation id in OpenAPI. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the base, with parameters as `{id}`. */
  path: `/${string}`
  /** Where the path begins, if not at `/api/v1`. */
  base?: `/${string}`
  /** The media type of its JSON and of its refusals, if that is not `application/json`. */
  mediaType?: string
  /**
   * Where its query may be sent as a form by POST as well, as a path below its own, so that what it holds need not stand in an
   * address.
   */
  byForm?: `/${string}`
  summary: string
  requires: Requirement
  /**
   * What an operator may do with it who has entered a tenant's records. `read` reads those records, which is written to
   * that tenant's audit trail; `surroundings` is asked for by every page and answers for that tenant; `own` acts in the
   * operator's own tenant. An endpoint that does not say is closed to them.
   */
  whenEntered?: 'read' | 'surroundings' | 'own'
  /** True if machines may call it with a token. An endpoint that does not say is closed to them. */
  forTokens?: true
  params?: Schema | undefined
  /** What `id` in the path may be the id of, where the words of the path do not say it. */
  about?: readonly ResourceType[]
  query?: Schema
  body?: Schema
  /** The largest body in bytes, for endpoints with longer texts than usual. */
  maxBodyBytes?: number
  upload?: { maxBytes: number; mediaTypes: readonly string[] }
  /** The status of success and the schema of its body. Several if a retry is answered with the first result. */
  replies: { readonly [status: number]: Schema | null }
  /** The media type of a reply that is not JSON, or several if the query chooses; its body is streamed. */
  produces?: string | readonly string[]
  /** Headers that the endpoint reads, by lower-case name, with whether they are required. */
  headers?: { readonly [name: string]: { required: boolean; description: string } }
  /**
   * How often a logged-in user may call it; 429 `too-many-attempts` beyond that. Limits for visitors are the server's.
   */
  limit?: Limit
  /** True if pages call it periodically by themselves, so that a call does not count as activity. */
  isUnattended?: boolean
  /** The list that may be printed by whoever may call this: its own, or the one that it exports. */
  prints?: List
  /** The audit action of an endpoint that changes something or opens a record. */
  audit?: AuditAction
}

/**
 * The header of an endpoint that does a request only once under each of the user's keys: a repeat is answered with the
 * first result, and another request under the same key by 409 `idempotency-key-reused`.
 */
export const doneOncePerKey = {
  'idempotency-key': { required: false, description: 'Repeat the request with the same key to do it only once' },
} as const

/** The method and path of an endpoint, such as `PUT /users/{id}`. */
type Line = `${Endpoint['method']} ${Endpoint['path']}`
type MethodOf<L extends Line> = L extends `${infer Method extends Endpoint['method']} ${string}` ? Method : never
type PathOf<L extends Line> = L extends `${string} ${infer Path extends Endpoint['path']}` ? Path : never

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type IdsIn<L extends Line> = [NamesIn<L>] extends [never]
  ? undefined
  : z.ZodMiniObject<{ [Name in NamesIn<L>]: typeof id }, z.core.$strict>

type Terms = Omit<Endpoint, 'name' | 'method' | 'path'>

/** The base of endpoints that name no other. */
export const apiBase = '/api/v1'

/**
 * Declares an endpoint: its shape is checked here, and the types of server and client know its schemas. Each parameter
 * of its path is the id of a row, unless `params` says otherwise.
 */
export function endpoint<const Name extends string, const L extends Line, const T extends Terms>(
  name: Name,
  line: L,
  terms: T,
) {
  const [method, path] = line.split(' ') as [MethodOf<L>, PathOf<L>]
  const params = idsIn(path) as T extends { params: Schema } ? unknown : IdsIn<L>
  return { name, method, path, params, ...terms }
}

function idsIn(path: string): Schema | undefined {
  const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, id])
  return ids.length === 0 ? undefined : z.strictObject(Object.fromEntries(ids))
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
/** The type of a caller's query, in which defaults may be omitted. */
export type QueryInput<E extends Endpoint> = In<E['query']>
export type BodyInput<E extends Endpoint> = In<E['body']>
/** The body of any successful reply. */
export type Reply<E extends Endpoint> = {
  [S in keyof E['replies']]: E['replies'][S] extends Schema ? z.output<E['replies'][S]> : undefined
}[keyof E['replies']]
