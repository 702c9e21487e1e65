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

/** What every page says, or so many that files of their own would cost more: the login page loads it too and is to be light. */
export const phrases = { errors, fields, lists, ranges, reasons, results, rules, session, shell, userTypes }
