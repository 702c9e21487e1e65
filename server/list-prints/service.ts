import * as z from 'zod/mini'
import { endpoints } from '../../contract/endpoints.ts'
import { noteListPrint as noteEndpoint } from '../../contract/list-prints/endpoints.ts'
import { meets } from '../../contract/permissions/rules.ts'
import { recordAudit } from '../access/audit/audit.ts'
import { recordOf } from '../access/audit/history.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'

/** Each list that can be printed, by the kind of its rows: its own schema, and who may print it. */
const printed = endpoints.flatMap(({ prints, requires }) =>
  prints?.rows === undefined ? [] : [{ list: prints.rows, filter: prints.whole, requires }],
)

const bodies = printed.map(({ list, filter }) => z.extend(noteEndpoint.body, { list: z.literal(list), filter }))

/** The body of the endpoint, with the filter of each list as the list's own endpoint reads it. */
// At least one list can be printed.
export const listPrint = z.discriminatedUnion('list', bodies as [(typeof bodies)[number], ...typeof bodies])

/**
 * Writes to the audit trail which list is printed, its filter, and its number of rows. Throws `forbidden` for a list
 * that the actor may not print.
 */
export async function noteListPrint(
  scope: ActorScope,
  { list, filter, rows }: z.output<typeof listPrint>,
): Promise<void> {
  const { actor, tenant } = scope
  const requires = printed.find((one) => one.list === list)?.requires
  if (requires === undefined || !meets(requires, { ...actor, features: tenant.features }))
    throw new Failure('forbidden')
  await recordAudit(scope, {
    action: 'list.printed',
    resourceType: list,
    details: { filter: withoutSearch(recordOf(filter)), rows },
  })
}

/** The audit only keeps that there was a search, because the text may name a person. */
function withoutSearch({ format: _, search, ...others }: Record<string, unknown>) {
  return search ? { ...others, search: true } : others
}
