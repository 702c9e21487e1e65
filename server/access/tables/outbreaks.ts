import type { Generated } from 'kysely'
import type { OutbreakRules } from '../../../contract/outbreaks/rules.ts'
import type { Outbreak } from '../../../contract/outbreaks/outbreak.ts'

/** Tables of outbreaks. */
export interface OutbreakTables {
  outbreak_rules: OutbreakRulesTable
  outbreaks: OutbreaksTable
  outbreak_mail_refusals: { tenant_id: string; user_id: string }
}

interface OutbreakRulesTable {
  tenant_id: string
  is_on: boolean
  positives: number
  within_hours: number
  counted_by: OutbreakRules['countedBy']
  days_sars_cov_2: number
  days_other: number
  test_every_days: number
  version: Generated<number>
}

interface OutbreaksTable {
  tenant_id: string
  id: string
  organisation_id: string
  group_id: string
  counted_by: OutbreakRules['countedBy']
  unit: string | null
  unit_key: string
  analyte: string
  analyte_name: string
  zone: string
  opened_at: Date
  last_positive_at: Date
  cases: number
  found_at: Date
  reopened_at: Date | null
  closed_at: Date | null
  closed_because: Outbreak['closedBecause']
  closed_by: string | null
  note: string | null
}
