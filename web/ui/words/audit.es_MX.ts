import { audit } from '../../../contract/phrases/es_MX/audit.ts'

/** What the pages of the audit trail say. */
export const phrases = { audit }
