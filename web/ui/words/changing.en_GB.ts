import { changing } from '../../../contract/phrases/en_GB/changing.ts'

/** The phrases that the forms for changing a test record load. */
export const phrases = { changing }
