import { sql, type RawBuilder } from 'kysely'

/**
 * What leads to a person whose traces are erased. Their email was verified, so what carries it is theirs. Their mobile number
 * was not, and families share one: where it alone is theirs, it alone goes.
 */
export interface Person {
  id: string
  email: string
  /** As E.164. */
  mobile: string | null
}

/** A person's email as the generated key columns hold it. */
export function emailKeyOf({ email }: Person): RawBuilder<string> {
  return sql<string>`lower(${email}::text)`
}
