import type { Result } from './results.ts'

/** What each result is in SNOMED CT, for messages to other systems. The value set of HL7 Europe has all of them. */
export const resultCodes: Readonly<Record<Result, { code: string; display: string }>> = {
  positive: { code: '260373001', display: 'Detected' },
  negative: { code: '260415000', display: 'Not detected' },
  inconclusive: { code: '419984006', display: 'Inconclusive' },
  invalid: { code: '455371000124106', display: 'Invalid result' },
}
