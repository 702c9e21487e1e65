import { audit } from '../../../contract/phrases/en_GB/audit.ts'
import { lists } from '../../../contract/phrases/en_GB/lists.ts'

/** What the pages of the audit trail say. */
export const phrases = { audit, lists }
