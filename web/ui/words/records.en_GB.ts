import { dashboard } from '../../../contract/phrases/en_GB/dashboard.ts'
import { exportPhrases } from '../../../contract/phrases/en_GB/export.ts'
import { lists } from '../../../contract/phrases/en_GB/lists.ts'
import { testRecords } from '../../../contract/phrases/en_GB/test-records.ts'

/** What the pages say besides that list and count test records. */
export const phrases = { dashboard, export: exportPhrases, lists, testRecords }
