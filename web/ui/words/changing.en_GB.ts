import { changing } from '../../../contract/phrases/en_GB/changing.ts'
import { reasons } from '../../../contract/phrases/en_GB/reasons.ts'

/** What is said of changes of a test record. */
export const phrases = { changing, reasons }
