import { meanings } from '../../../contract/phrases/en_GB/meanings.ts'
import { sentResult } from '../../../contract/phrases/en_GB/sent-result.ts'

/** The phrases that the page of a sent result loads. */
export const phrases = { meanings, sentResult }
