import { meanings } from '../../../contract/phrases/es_MX/meanings.ts'
import { printing } from '../../../contract/phrases/es_MX/printing.ts'

/** The phrases that a printed sheet loads. */
export const phrases = { meanings, printing }
