import { changing } from '../../../contract/phrases/es_MX/changing.ts'
import { reasons } from '../../../contract/phrases/es_MX/reasons.ts'

/** What is said of changes of a test record. */
export const phrases = { changing, reasons }
