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

/** What every page says, or so many that files of their own would cost more: the login page loads it too and is to be light. */
export const phrases = { errors, fields, lists, ranges, reasons, results, rules, session, shell, userTypes }
