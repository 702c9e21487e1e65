import type { Visit } from '../stage/visit.ts'
import { ask, storeResults, type Place } from './store-test.ts'

interface ToAdd {
  firstName: string
  lastName: string
  /** YYYY-MM-DD. */
  dateOfBirth: string
  email: string
  /** The index of a group of the first organisation, sorted by name. */
  group: 0 | 1
  /** The number of their tests. */
  tests: number
}

/**
 * Adds a person with tests, without the browser, and returns their id. The visit's own account must see every group.
 */
export async function addSubject(staff: Visit, { group: which, tests, ...person }: ToAdd): Promise<string> {
  const groups = await ask<Place[]>(staff, '/groups?per_page=100')
  const [first] = groups
  const group = groups.filter(({ organisationId }) => organisationId === first?.organisationId)[which]
  if (group === undefined) throw new Error(`${staff.tenant} has too few groups`)
  const body = { kind: 'human', groupId: group.id, isNamesake: true, ...person }
  const { id } = await ask<{ id: string }>(staff, '/subjects', { body })
  for (let count = 0; count < tests; count += 1) {
    const performed = { performedDate: '2026-03-01', performedTime: `09:3${count}`, performedZone: 'Etc/UTC' }
    await storeResults(staff, group, id, ['negative'], performed)
  }
  return id
}

/** Merges a new subject into another, without the browser. */
export async function mergeNew(staff: Visit, keptId: string, subjectId: string): Promise<void> {
  await ask(staff, `/subjects/${keptId}/merge`, {
    body: { subjectId, version: 1, isSamePerson: true },
    headers: { 'if-match': '"1"' },
  })
}
