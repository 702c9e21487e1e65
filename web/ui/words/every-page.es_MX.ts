import { errors } from '../../../contract/phrases/es_MX/errors.ts'
import { fields } from '../../../contract/phrases/es_MX/fields.ts'
import { rules } from '../../../contract/phrases/es_MX/rules.ts'
import { session } from '../../../contract/phrases/es_MX/session.ts'
import { shell } from '../../../contract/phrases/es_MX/shell.ts'

/** What every page says, the login page too: it is to be light, and stay so. */
export const phrases = { errors, fields, rules, session, shell }
