import { errors } from '../../../contract/phrases/es_MX/errors.ts'
import { fields } from '../../../contract/phrases/es_MX/fields.ts'
import { lists } from '../../../contract/phrases/es_MX/lists.ts'
import { ranges } from '../../../contract/phrases/es_MX/ranges.ts'
import { reasons } from '../../../contract/phrases/es_MX/reasons.ts'
import { results } from '../../../contract/phrases/es_MX/results.ts'
import { rules } from '../../../contract/phrases/es_MX/rules.ts'
import { session } from '../../../contract/phrases/es_MX/session.ts'
import { shell } from '../../../contract/phrases/es_MX/shell.ts'
import { userTypes } from '../../../contract/phrases/es_MX/user-types.ts'

/**
 * The phrases of every page, and those that so many pages use that separate files would cost more. The login page loads
 * them too and must stay light.
 */
export const phrases = { errors, fields, lists, ranges, reasons, results, rules, session, shell, userTypes }
