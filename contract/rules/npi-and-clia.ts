import { codeText, rule } from '../schema.ts'

/** A National Provider Identifier has exactly 10 digits (spec §5). */
export const npi = codeText(50).check(rule('digits', (value) => /^\d{10}$/.test(value), { length: 10 }))

/** A CLIA number has exactly 10 letters or digits (spec §5; the example in its message is shorter, the rule is 10). */
export const clia = codeText(50).check(rule('clia', (value) => /^[A-Za-z0-9]{10}$/.test(value)))
