import type { Generated } from 'kysely'
import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { ImportHead, ImportState, ImportSummary, RowOutcome } from '../../../contract/imports/import.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import type { CellProblem, FileProblem, SkipReason } from '../../../contract/imports/problems.ts'
import type { Cell } from '../../../contract/imports/row-cells.ts'
import type { Json, Versioned } from './column-types.ts'

/** The tables of imported files. */
export interface ImportTables {
  imports: ImportsTable
  import_rows: ImportRowsTable
}

interface ImportsTable extends Versioned {
  tenant_id: string
  id: string
  organisation_id: string | null
  file_name: string
  byte_size: number
  state: Generated<ImportState>
  zone: string
  answers: Json<ImportAnswers> | null
  head: Json<ImportHead> | null
  summary: Json<ImportSummary> | null
  problem: Json<FileProblem> | null
  reading_id: string | null
  rows_read: Generated<number>
  uploaded_by: string
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
}
