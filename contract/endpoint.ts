import type * as z from 'zod/mini'
import type { AuditAction } from './audit/actions.ts'
import type { Requirement } from './permissions/rules.ts'

type Schema = z.ZodMiniType

/** At most so many attempts of one user in so many minutes: each call counts, what is refused included, and the server counts it by itself. */
interface Limit {
  attempts: number
  minutes: number
  /** Endpoints with the same name count together; the endpoint's own when left out. */
  counter?: string
}

/**
 * What carries the request: JSON (the default), one file as multipart/form-data under the name `file`, or nothing.
 * What comes back: JSON as declared in `reply`, `binary` bytes, or nothing (204). Browsers get the name, the method, the
 * path, and what they send or save (`scripts/web-contract.ts`).
 */
export interface Endpoint {
  /** Unique among all endpoints; the operation id in OpenAPI. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api/v1`, with parameters as `{id}`. */
  path: `/${string}`
  summary: string
  requires: Requirement
  params?: Schema
  query?: Schema
  body?: Schema
  /** The largest body in bytes, where texts are longer than others'. */
  maxBodyBytes?: number
  upload?: { maxBytes: number; mediaTypes: readonly string[] }
  /** The status of success and the schema of its body. Several where a retry is answered with the first result. */
  replies: { readonly [status: number]: Schema | null }
  /** The media type of a reply that is not JSON, several where the query chooses; its body is streamed. */
  produces?: string | readonly string[]
  /** Headers that the endpoint reads, by lower-case name, with whether they must be sent. */
  headers?: { readonly [name: string]: { required: boolean; description: string } }
  /** How often somebody who is logged in may call it; 429 `too-many-attempts` after that. Those of visitors are the server's. */
  limit?: Limit
  /** Asked by pages by themselves, now and then: that it is called does not keep a session from ending idle. */
  isUnattended?: boolean
  /** The audit action of an endpoint that changes something or opens a record. */
  audit?: AuditAction
}

/** Declares an endpoint: its shape is checked here and its schemas stay known to the types of server and client. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
/** What a caller may send: defaults may be left out. */
export type QueryInput<E extends Endpoint> = In<E['query']>
export type BodyInput<E extends Endpoint> = In<E['body']>
/** The body of any successful reply. */
export type Reply<E extends Endpoint> = {
  [S in keyof E['replies']]: E['replies'][S] extends Schema ? z.output<E['replies'][S]> : undefined
}[keyof E['replies']]
