import { testRecords } from '../../../contract/phrases/es_MX/test-records.ts'

/** The phrases that pages with test records load. */
export const phrases = { testRecords }
