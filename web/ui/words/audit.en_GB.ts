import { audit } from '../../../contract/phrases/en_GB/audit.ts'

/** What the pages of the audit trail say. */
export const phrases = { audit }
