import { meanings } from '../../../contract/phrases/es_MX/meanings.ts'
import { sentResult } from '../../../contract/phrases/es_MX/sent-result.ts'

/** The phrases that the page of a sent result loads. */
export const phrases = { meanings, sentResult }
