import { sql, type RawBuilder } from 'kysely'

/**
 * Identifies a person whose data is erased. The email was verified, so rows with it are theirs. The mobile number was
 * not verified and families share one, so where only the number matches, only the number is erased.
 */
export interface Person {
  id: string
  email: string
  /** The mobile number as E.164. */
  mobile: string | null
  /** What an earlier erasure of theirs erased, whatever leads to it now. */
  earlier?: ErasedIds
}

/** The rows that an erasure erased. */
export interface ErasedIds {
  subjectIds: readonly string[]
  inviteIds: readonly string[]
}

/** Returns the email in the form of the generated key columns. */
export function emailKeyOf({ email }: Person): RawBuilder<string> {
  return sql<string>`lower(${email}::text)`
}
