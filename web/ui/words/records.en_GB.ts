import { testRecords } from '../../../contract/phrases/en_GB/test-records.ts'

/** What the pages say besides about test records. */
export const phrases = { testRecords }
