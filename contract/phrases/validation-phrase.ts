import type { validation } from './en_GB/validation.ts'

/** The phrases that a schema's check can name. */
export type ValidationPhrase = Exclude<keyof typeof validation, `field.${string}`>
