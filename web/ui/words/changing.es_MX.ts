import { changing } from '../../../contract/phrases/es_MX/changing.ts'

/** The phrases that the forms for changing a test record load. */
export const phrases = { changing }
