import { audit } from '../../../contract/phrases/en_GB/audit.ts'

/** The phrases that the audit pages load. */
export const phrases = { audit }
