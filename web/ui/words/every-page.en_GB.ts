import { errors } from '../../../contract/phrases/en_GB/errors.ts'
import { fields } from '../../../contract/phrases/en_GB/fields.ts'
import { rules } from '../../../contract/phrases/en_GB/rules.ts'
import { session } from '../../../contract/phrases/en_GB/session.ts'
import { shell } from '../../../contract/phrases/en_GB/shell.ts'

/** What every page says, the login page too: it is to be light, and stay so. */
export const phrases = { errors, fields, rules, session, shell }
