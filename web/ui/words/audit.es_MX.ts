import { audit } from '../../../contract/phrases/es_MX/audit.ts'

/** The phrases that the audit pages load. */
export const phrases = { audit }
