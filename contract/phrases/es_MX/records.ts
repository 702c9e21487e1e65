import type { Phrases } from '../phrases.ts'
import { dashboard } from './dashboard.ts'
import { exportPhrases } from './export.ts'
import { lists } from './lists.ts'
import { ranges } from './ranges.ts'
import { testRecords } from './test-records.ts'

/** What the pages say that list and count. */
export const phrases: Pick<Phrases, 'dashboard' | 'export' | 'lists' | 'ranges' | 'testRecords'> = {
  dashboard,
  export: exportPhrases,
  lists,
  ranges,
  testRecords,
}
