import { dashboard } from '../../../contract/phrases/es_MX/dashboard.ts'
import { exportPhrases } from '../../../contract/phrases/es_MX/export.ts'
import { lists } from '../../../contract/phrases/es_MX/lists.ts'
import { testRecords } from '../../../contract/phrases/es_MX/test-records.ts'

/** What the pages say besides that list and count test records. */
export const phrases = { dashboard, export: exportPhrases, lists, testRecords }
