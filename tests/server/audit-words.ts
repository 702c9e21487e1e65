import type pg from 'pg'
import { auditActions, auditFields } from '../../contract/audit/event-names.ts'
import { resourceTypes } from '../../contract/audit/resource-types.ts'
import { locales } from '../../contract/locales.ts'
import { refusedCalls } from '../../contract/endpoints.ts'
import { asOwnerIn } from './rows.ts'

const known = new Set<string>([...auditActions, ...refusedCalls, ...resourceTypes, ...auditFields, ...locales])

/**
 * Lists the words in a tenant's audit trail that the contract has no phrases for: actions, resource types and keys of
 * details.
 */
export async function unknownToTheTrail(owner: pg.Pool, tenantId: string): Promise<string[]> {
  const { rows } = await asOwnerIn(owner, tenantId, (client) =>
    client.query<{ word: string }>(
      `with recursive parts (part) as (
         select details from audit_events where tenant_id = $1 and details is not null
         union
         select value from parts cross join lateral (
           select value from jsonb_each(case when jsonb_typeof(part) = 'object' then part else '{}' end)
           union all
           select value from jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end)
         ) as inside
       )
       select action as word from audit_events where tenant_id = $1
       union select resource_type from audit_events where tenant_id = $1 and resource_type is not null
       union select key from parts, jsonb_object_keys(case when jsonb_typeof(part) = 'object' then part else '{}' end) as key`,
      [tenantId],
    ),
  )
  // A nested value may be named by its path, such as `dateFormat.web.short`.
  const isKnown = (word: string) => known.has(word) || word.split('.').every((part) => known.has(part))
  return rows.map(({ word }) => word).filter((word) => !isKnown(word))
}
