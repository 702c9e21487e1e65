import type { ColumnType, Generated } from 'kysely'
import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { Differences } from '../../../contract/imports/differences.ts'
import type {
  ImportHead,
  ImportPreview,
  ImportRun,
  ImportState,
  ImportSummary,
  ImportUndo,
  PersonAnswer,
  PersonOutcome,
  RowOutcome,
} from '../../../contract/imports/import.ts'
import type { PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import type { CellProblem, FileProblem, SkipReason } from '../../../contract/imports/problems.ts'
import type { Cell } from '../../../contract/imports/row-cells.ts'
import type { DateOrder } from '../../../contract/imports/written-dates.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import type { Json, Versioned } from './column-types.ts'

/** The tables of imported files. */
export interface ImportTables {
  imports: ImportsTable
  import_rows: ImportRowsTable
  import_secrets: { tenant_id: string; secret: string }
  imported_tests: { tenant_id: string; key: string; import_id: string; record_id: string }
  imported_people: {
    tenant_id: string
    key: string
    import_id: string
    subject_id: string
    facts: ColumnType<PersonFacts, string | undefined, string>
  }
  import_changes: {
    tenant_id: string
    import_id: string
    subject_id: string
    before: Json<Partial<PersonDetails>>
    after: Json<Partial<PersonDetails>>
  }
  import_matches: { tenant_id: string; import_id: string; subject_id: string; made_by: string }
  import_test_matches: { tenant_id: string; import_id: string; record_id: string; made_by: string }
  import_mappings: ImportMappingsTable
}

interface ImportsTable extends Versioned {
  tenant_id: string
  id: string
  organisation_id: string | null
  file_name: string
  byte_size: number
  state: Generated<ImportState>
  zone: string
  date_order: Generated<DateOrder>
  answers: Json<ImportAnswers> | null
  head: Json<ImportHead> | null
  summary: Json<ImportSummary> | null
  problem: Json<FileProblem> | null
  reading_id: string | null
  rows_read: Generated<number>
  rows_bytes: Generated<number>
  rows_removed: Generated<number>
  uploaded_by: string
  acting_by: string | null
  origin_id: string | null
  place: Generated<number>
  ended_at: Date | null
  columns_are_kept: Generated<boolean>
  leavers: Generated<string[]>
  preview: Json<ImportPreview> | null
  run: Json<KeptRun> | null
  undo: Json<KeptUndo> | null
}

/** What undoing has done so far, with the ids of some who were left. */
export type KeptUndo = Omit<ImportUndo, 'left'> & { leftIds?: string[] }

/** What a run has made so far, with the id of who started it. */
export type KeptRun = Omit<ImportRun, 'startedBy'> & { startedBy: string }

interface ImportMappingsTable {
  tenant_id: string
  kind: 'columns' | 'kit' | 'group' | 'word'
  named: string
  organisation_id: string | null
  meant: Json<unknown>
  updated_at: Generated<Date>
}

interface ImportRowsTable {
  tenant_id: string
  import_id: string
  line: number
  cells: Json<Cell[]>
  content: Json<Pick<ImportedRow, 'person' | 'test' | 'results'>>
  problems: Json<CellProblem[]>
  outcome: RowOutcome
  skipped: SkipReason | null
  repeats: number | null
  person_key: string | null
  test_key: string | null
  match_problems: ColumnType<CellProblem[], string | undefined, string>
  person: PersonOutcome | null
  person_answer: PersonAnswer | null
  namesake: number | null
  subject_id: string | null
  differences: Json<Differences> | null
  taken: Generated<string[]>
  is_corrected: Generated<boolean>
}
