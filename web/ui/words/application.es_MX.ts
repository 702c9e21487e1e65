import { results } from '../../../contract/phrases/es_MX/results.ts'
import { userTypes } from '../../../contract/phrases/es_MX/user-types.ts'

/** What every page says besides, except the login page. */
export const phrases = { results, userTypes }
