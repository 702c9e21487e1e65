import { meanings } from '../../../contract/phrases/en_GB/meanings.ts'
import { printing } from '../../../contract/phrases/en_GB/printing.ts'

/** What a printed sheet says besides its record. */
export const phrases = { meanings, printing }
