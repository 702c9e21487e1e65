import { meanings } from '../../../contract/phrases/es_MX/meanings.ts'
import { printing } from '../../../contract/phrases/es_MX/printing.ts'

/** What a printed sheet says besides its record. */
export const phrases = { meanings, printing }
