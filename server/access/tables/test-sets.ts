import type { Generated, GeneratedAlways } from 'kysely'
import type { TestingAlgorithmForm } from '../../../contract/testing-algorithms/algorithm.ts'
import type { TestSetState } from '../../../contract/test-sets/outcome.ts'
import type { StopReason } from '../../../contract/test-sets/test-set.ts'
import type { Json } from './column-types.ts'

/** Tables of testing algorithms and of the sets of tests that follow them. */
export interface TestSetTables {
  testing_algorithms: TestingAlgorithmsTable
  testing_algorithm_versions: TestingAlgorithmVersionsTable
  test_sets: TestSetsTable
  test_set_tests: TestSetTestsTable
}

interface TestingAlgorithmsTable {
  tenant_id: string
  id: string
  version: Generated<number>
  name: string
  name_key: GeneratedAlways<string>
  retired_at: Date | null
}

interface TestingAlgorithmVersionsTable {
  tenant_id: string
  algorithm_id: string
  version: number
  name: string
  steps: Json<TestingAlgorithmForm['steps']>
  outcomes: Json<TestingAlgorithmForm['outcomes']>
}

interface TestSetsTable {
  tenant_id: string
  id: string
  algorithm_id: string
  algorithm_version: number
  organisation_id: string
  group_id: string
  subject_id: string
  state: Generated<TestSetState>
  outcome: number | null
  deciding_record_id: string | null
  started_at: Date
  started_by: string
  ended_at: Date | null
  changed_at: Date | null
  stop_reason: StopReason | null
  version: Generated<number>
}

interface TestSetTestsTable {
  tenant_id: string
  test_set_id: string
  test_record_id: string
  step: number
  counts: Generated<boolean>
}
