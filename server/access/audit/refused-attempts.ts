import { sql } from 'kysely'
import { resourceTypes, type ResourceType } from '../../../contract/audit/resource-types.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { id as idSchema } from '../../../contract/schema.ts'
import type { Failure } from '../../platform/failure.ts'
import { recordAudit, recordRefusedCall } from './audit.ts'
import { countRefusal } from './refusal-counts.ts'
import type { Scope } from '../scope.ts'
import { countRefusedCall } from '../sessions/refused-tokens.ts'

/** The resource of an id in a body, by its field. An id in a path is of the resource that the path names before it. */
const resourceOfField: Readonly<Record<string, ResourceType>> = {
  organisationId: 'organisation',
  organisationIds: 'organisation',
  groupId: 'group',
  groupIds: 'group',
  subjectId: 'subject',
  deviceImageId: 'device-image',
}

type Plural<Word extends string> = Word extends `${infer Stem}ry` ? `${Stem}ries` : `${Word}s`
type Underscored<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Word

/** The table of a type of resource has its name: `operator_entries` of `operator-entry`. */
function tableOf<Type extends ResourceType>(type: Type): Plural<Underscored<Type>> {
  return `${type.replaceAll('-', '_')}s`.replace(/rys$/, 'ries') as Plural<Underscored<Type>> // the same rules as those of its type
}

/** Returns the type that the beginning of a path names, such as `assay-picture` for `/assays/pictures/`. */
function typeNamedBy(path: string): ResourceType | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  const table = parts.map((part, i) => (i < parts.length - 1 ? part.replace(/s$/, '') : part)).join('-')
  return resourceTypes.find((type) => tableOf(type) === table.replaceAll('-', '_'))
}

/**
 * Returns the resource type of an endpoint, as declared, or by its path before the id, or else by the first segment;
 * empty when it has none.
 */
export function resourceTypeOf({ path, about }: Endpoint): { resourceType?: ResourceType } {
  const resourceType = about?.[0] ?? typeNamedBy(beforeParameter(path)) ?? typeNamedBy(path.split('/')[1] ?? '')
  return resourceType === undefined ? {} : { resourceType }
}

/** The part of a path before one of its parameters, by default the first; empty when the path does not have it. */
function beforeParameter(path: string, parameter = ''): string {
  return path.slice(0, Math.max(0, path.indexOf(`{${parameter}`)))
}

/** The types that a parameter of an endpoint's path may name. */
function typesOfParameter({ path, about }: Endpoint, name: string): readonly (ResourceType | undefined)[] {
  return name === 'id' && about !== undefined ? about : [typeNamedBy(beforeParameter(path, `${name}}`))]
}

/** A resource that a refused request named. */
interface Named {
  type: ResourceType
  id: string
}

/** The failures of a search for a subject that found none. */
const searchesWithoutResult: ReadonlySet<Failure['code']> = new Set([
  'email-not-found',
  'custom-id-not-found',
  'name-not-found',
])

/** Returns the resources that a failed request named, or undefined when the failure is not a refused attempt. */
export function refusedAttempt(
  endpoint: Endpoint,
  request: { params: unknown; body: unknown },
  failure: Failure,
): readonly Named[] | undefined {
  switch (failure.code) {
    case 'forbidden':
    case 'email-not-found':
    case 'custom-id-not-found':
    case 'name-not-found':
      return []
    case 'not-found':
      return orNothing(namedIn(request.params, (field) => typesOfParameter(endpoint, field)))
    case 'validation': {
      const unknown = failure.fields.filter(({ phrase }) => phrase === 'unknownReference').map(({ field }) => field)
      return orNothing(namedIn(request.body, (field) => (unknown.includes(field) ? [resourceOfField[field]] : [])))
    }
    default:
      return undefined
  }
}

/**
 * Writes one event for a refused attempt, however many resources it named. The reply for a missing resource and for one
 * out of scope is the same, and so is the work for it; the event tells which it was. When several were named, the event
 * is about one that exists, if any, and has their number. Looking for a subject whom nobody knows is counted as well, because
 * many such searches are guesses, but it is no refusal: it comes before each new subject.
 */
export async function recordRefusal(
  scope: Scope,
  endpoint: Endpoint,
  { code, resource }: Failure,
  named: readonly Named[] = [],
): Promise<void> {
  const { actor } = scope
  if (actor === null) return
  if (actor.isMachine) await countRefusedCall({ ...scope, actor })
  if (!(await countRefusal(scope, actor.id))) return
  if (searchesWithoutResult.has(code)) {
    return await recordAudit(scope, { action: 'subject.not-found', resourceType: 'subject' })
  }
  const [first] = named
  if (first === undefined) return await recordRefusedCall(scope, endpoint, { ...resource })
  const found = await findNamed(scope, named)
  const { type, id } = found ?? first
  const count = new Set(named.map((one) => one.id)).size
  const details = { isOutOfScope: found !== undefined, ...(count > 1 && { named: count }) }
  await recordRefusedCall(scope, endpoint, { resourceType: type, resourceId: id, details })
}

/** Finds the first named resource that exists, with one query per table. */
async function findNamed(scope: Scope, named: readonly Named[]): Promise<Named | undefined> {
  for (const type of new Set(named.map((one) => one.type))) {
    const ids = named.filter((one) => one.type === type).map(({ id }) => id)
    const row = await scope.db
      .selectFrom(tableOf(type))
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return named.find((one) => one.type === type && one.id === row.id)
  }
  return undefined
}

function orNothing(named: Named[]): Named[] | undefined {
  return named.length === 0 ? undefined : named
}

/** Collects the ids in the fields of which `typesOf` knows the types. The id of a part begins with that of its row. */
function namedIn(values: unknown, typesOf: (field: string) => readonly (ResourceType | undefined)[]): Named[] {
  return Object.entries(values ?? {}).flatMap(([field, value]) => {
    const ids = [value].flat().map((one) => idSchema.safeParse(typeof one === 'string' ? one.split('.')[0] : one))
    return typesOf(field).flatMap((type) =>
      ids.flatMap(({ data }) => (type === undefined || data === undefined ? [] : [{ type, id: data }])),
    )
  })
}
