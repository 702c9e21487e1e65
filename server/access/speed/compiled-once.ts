import type { CompiledQuery, Kysely } from 'kysely'
import { seesAll } from '../actor-predicate.ts'
import { boundKysely } from '../door/bound-kysely.ts'
import type { ActorScope } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** The parts that a query is built with; `values` holds stand-ins while it is built for all calls. */
export interface QueryParts<V> {
  db: Kysely<Tables>
  scope: ActorScope
  values: V
}

/**
 * Returns a function that runs a query in the actor's scope and returns its rows. Kysely builds the query once for each
 * kind of scope and it is sent again with other values, because building a query of forty columns takes as long as
 * running it. `build` may put its values and the ids of the tenant and the actor into the query as parameters, and must
 * not read them. Anything else that changes the text belongs to `variant`, of which there must be few, because each is
 * kept as JSON.
 */
export function compiledOnce<V extends object, Variant, R>(
  build: (parts: QueryParts<V>, variant: Variant) => CompiledQuery<R>,
): (scope: ActorScope, values: V, variant: Variant) => Promise<R[]> {
  const built = new Map<string, { query: CompiledQuery<R>; slots: readonly Slot<V>[] }>()
  return async (scope, values, variant) => {
    const kind = `${kindOf(scope)} ${JSON.stringify(variant)}`
    let known = built.get(kind)
    if (known === undefined) {
      known = buildOnce(build, scope, values, variant)
      built.set(kind, known)
    }
    const parameters = known.slots.map((slot) => slot(scope, values))
    const { rows } = await scope.db.executeQuery<R>({ ...known.query, parameters })
    return rows
  }
}

/** Reads the value of a parameter from a call. */
type Slot<V> = (scope: ActorScope, values: V) => unknown

function buildOnce<V extends object, Variant, R>(
  build: (parts: QueryParts<V>, variant: Variant) => CompiledQuery<R>,
  scope: ActorScope,
  values: V,
  variant: Variant,
) {
  const slots = new Map<unknown, Slot<V>>()
  /** Returns a placeholder text that no real value can equal. */
  const standIn = (name: string, slot: Slot<V>): string => {
    const text = `\0${name}`
    slots.set(text, slot)
    return text
  }
  const groupIds = scope.actor.groupIds.slice(0, 2).map((_, n) => standIn(`group ${n}`, (one) => one.actor.groupIds[n]))
  slots.set(groupIds, (one) => one.actor.groupIds)
  const tenant = { ...scope.tenant, id: standIn('tenant', (one) => one.tenant.id) }
  const organisationId = scope.actor.organisationId && standIn('organisation', (one) => one.actor.organisationId)
  const actor = { ...scope.actor, id: standIn('actor', (one) => one.actor.id), organisationId, groupIds }
  const names = Object.keys(values) as (keyof V & string)[]
  const standIns = Object.fromEntries(names.map((name) => [name, standIn(`value ${name}`, (_, own) => own[name])]))
  const db = boundKysely(nobody, tenant.id)
  const parts = { db, scope: { ...scope, db, tenant, actor }, values: standIns as V } // the texts only become parameters
  const query = build(parts, variant)
  return {
    query,
    slots: query.parameters.map((parameter): Slot<V> => {
      const slot = slots.get(parameter)
      if (slot === undefined) throw new Error('A query that is built once has a parameter that is none of its values')
      return slot
    }),
  }
}

/** The parts of a scope on which the text of a narrowed query depends. */
function kindOf(scope: ActorScope): string {
  const { userType, organisationId, groupIds } = scope.actor
  return `${seesAll(scope)} ${userType} ${organisationId === null} ${Math.min(groupIds.length, 2)}`
}

/** A client for building queries, which sends nothing. */
const nobody = { query: () => Promise.reject(new Error('Nothing is sent while a query is built')) }
