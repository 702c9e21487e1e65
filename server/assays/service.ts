import type { Assay } from '../../contract/assays/endpoints.ts'
import type { UsCounty } from '../../contract/assays/us-counties.ts'
import { usStates, type UsState } from '../../contract/rules/us-states.ts'
import type { Scope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import { findAssayRow, type AssayRow } from './repository.ts'
import { countiesOf } from './us-counties.ts'

/** The definition of an assay of this tenant. Throws `not-found`. */
export async function getAssay(scope: Scope, assayId: string): Promise<Assay> {
  return toAssay(found(await findAssayRow(scope, assayId)))
}

function toAssay(row: AssayRow): Assay {
  return {
    id: row.id,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    analytes: row.analytes,
    specimens: row.specimens,
    offeredResults: row.offered_results,
    readFromMinutes: row.read_from_minutes,
    readUntilMinutes: row.read_until_minutes,
    imageRequired: row.image_required,
    instructions: row.instructions,
    version: row.version,
  }
}

/** The counties of a US state, else of all. */
export function listUsCounties(state?: UsState): UsCounty[] {
  return state === undefined ? usStates.flatMap(countiesOf) : countiesOf(state)
}
