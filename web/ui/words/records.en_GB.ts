import { testRecords } from '../../../contract/phrases/en_GB/test-records.ts'

/** The phrases that pages with test records load. */
export const phrases = { testRecords }
