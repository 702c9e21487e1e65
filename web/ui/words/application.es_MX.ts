import { ranges } from '../../../contract/phrases/es_MX/ranges.ts'
import { reasons } from '../../../contract/phrases/es_MX/reasons.ts'
import { results } from '../../../contract/phrases/es_MX/results.ts'
import { userTypes } from '../../../contract/phrases/es_MX/user-types.ts'

/** What every page says besides, except the login page. */
export const phrases = { ranges, reasons, results, userTypes }
