import { changing } from '../../../contract/phrases/en_GB/changing.ts'

/** What is said of changes of a test record. */
export const phrases = { changing }
