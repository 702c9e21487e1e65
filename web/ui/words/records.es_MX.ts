import { testRecords } from '../../../contract/phrases/es_MX/test-records.ts'

/** What the pages say besides about test records. */
export const phrases = { testRecords }
