import { meanings } from '../../../contract/phrases/en_GB/meanings.ts'
import { sentResult } from '../../../contract/phrases/en_GB/sent-result.ts'

/** What the page of a result that was sent says. */
export const phrases = { meanings, sentResult }
