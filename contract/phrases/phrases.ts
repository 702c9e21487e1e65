import type { errors } from './en_GB/errors.ts'
import type { exportPhrases } from './en_GB/export.ts'
import type { userTypes } from './en_GB/user-types.ts'
import type { validation } from './en_GB/validation.ts'

/** The phrases of a locale, by noun. British English names the keys; the other locales must have the same. */
export interface Phrases {
  errors: Translated<typeof errors>
  export: Translated<typeof exportPhrases>
  userTypes: Translated<typeof userTypes>
  validation: Translated<typeof validation>
}

/** The same keys with any text; a plural may have the further form `_many`, which Spanish needs for millions. */
export type Translated<T> = { [K in keyof T]: string } & { [K in `${string}_many`]?: string }
