import { ranges } from '../../../contract/phrases/en_GB/ranges.ts'
import { reasons } from '../../../contract/phrases/en_GB/reasons.ts'
import { results } from '../../../contract/phrases/en_GB/results.ts'
import { userTypes } from '../../../contract/phrases/en_GB/user-types.ts'

/** What every page says besides, except the login page. */
export const phrases = { ranges, reasons, results, userTypes }
