import { errors } from '../../../contract/phrases/en_GB/errors.ts'
import { fields } from '../../../contract/phrases/en_GB/fields.ts'
import { lists } from '../../../contract/phrases/en_GB/lists.ts'
import { ranges } from '../../../contract/phrases/en_GB/ranges.ts'
import { reasons } from '../../../contract/phrases/en_GB/reasons.ts'
import { results } from '../../../contract/phrases/en_GB/results.ts'
import { rules } from '../../../contract/phrases/en_GB/rules.ts'
import { session } from '../../../contract/phrases/en_GB/session.ts'
import { shell } from '../../../contract/phrases/en_GB/shell.ts'
import { userTypes } from '../../../contract/phrases/en_GB/user-types.ts'

/**
 * The phrases of every page, and those that so many pages use that separate files would cost more. The login page loads
 * them too and must stay light.
 */
export const phrases = { errors, fields, lists, ranges, reasons, results, rules, session, shell, userTypes }
