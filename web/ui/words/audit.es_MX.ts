import { audit } from '../../../contract/phrases/es_MX/audit.ts'
import { lists } from '../../../contract/phrases/es_MX/lists.ts'

/** What the pages of the audit trail say. */
export const phrases = { audit, lists }
