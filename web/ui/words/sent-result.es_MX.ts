import { meanings } from '../../../contract/phrases/es_MX/meanings.ts'
import { sentResult } from '../../../contract/phrases/es_MX/sent-result.ts'

/** What the page of a result that was sent says. */
export const phrases = { meanings, sentResult }
