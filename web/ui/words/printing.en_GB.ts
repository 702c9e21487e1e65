import { meanings } from '../../../contract/phrases/en_GB/meanings.ts'
import { printing } from '../../../contract/phrases/en_GB/printing.ts'

/** The phrases that a printed sheet loads. */
export const phrases = { meanings, printing }
