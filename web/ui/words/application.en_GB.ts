import { results } from '../../../contract/phrases/en_GB/results.ts'
import { userTypes } from '../../../contract/phrases/en_GB/user-types.ts'

/** What every page says besides, except the login page. */
export const phrases = { results, userTypes }
