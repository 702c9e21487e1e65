import { localParts, offsetMinutes } from '../../contract/rules/dates.ts'
import type { Result } from '../../contract/rules/results.ts'
import { tenants } from '../stage/demo.ts'
import { send } from '../stage/http.ts'
import type { Visit } from '../stage/visit.ts'
import type { TestToRecord } from './record-test.ts'

/**
 * Stores a test as `recordTest` does, but without the browser, for journeys that begin once a test is there: the subject, who is
 * new, the visit's own account as the recorder, and the kit that this account uses. Returns its test ID.
 */
export async function storeTest(staff: Visit, { email, customIds, results }: TestToRecord): Promise<string> {
  const { groups } = await ask<{ groups: Place[] }>(staff, '/users/my-details')
  const [group] = groups.length > 0 ? groups : await ask<Place[]>(staff, '/groups')
  if (group === undefined) throw new Error('The account has no group to test in')
  const identity =
    customIds === undefined
      ? { kind: 'human', email, dateOfBirth: '1980-03-05', firstName: null, lastName: null, localId: null }
      : { kind: 'non-human', customId1: customIds[0], customId2: customIds[1] }
  const { id } = await ask<{ id: string }>(staff, '/subjects', { body: { ...identity, groupId: group.id } })
  const { zone } = tenants[staff.tenant]
  const now = new Date()
  const { day, time } = localParts(now, zone)
  const performed = {
    performedDate: day,
    performedTime: time.slice(0, 5),
    performedZone: zone,
    performedOffset: offsetMinutes(now, zone),
  }
  const { testId } = await storeResults(staff, group, id, results, performed)
  return testId
}

export interface Place {
  id: string
  organisationId: string
}

/** A time by a clock, as the body of a test has it. */
interface Performed {
  performedDate: string
  performedTime: string
  performedZone: string
  performedOffset?: number
}

/** Stores a subject's results, one per line of the kit that the visit's account uses; the last one is that of all further lines. */
export async function storeResults(
  staff: Visit,
  group: Place,
  subjectId: string,
  results: readonly Result[],
  performed: Performed,
): Promise<{ testId: string }> {
  const { assay_id: assayId } = await ask<{ assay_id: string }>(staff, '/users/my-details')
  const { analytes } = await ask<{ analytes: { id: string }[] }>(staff, `/assays/${assayId}/web`)
  return await ask<{ testId: string }>(staff, '/test-records', {
    body: {
      organisationId: group.organisationId,
      groupId: group.id,
      subjectId,
      assayId,
      analyteResults: analytes.map(({ id }, at) => ({ analyteId: id, result: results[at] ?? results.at(-1) })),
      ...performed,
    },
  })
}

/** Sends what must succeed, a POST if it has a body, and returns its data. */
export async function ask<Data>(
  { port, tenant, cookies }: Visit,
  path: string,
  sent: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Data> {
  const reply = await send(port, tenant, path, { ...sent, cookies, method: sent.body === undefined ? 'GET' : 'POST' })
  if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${reply.body}`)
  return (JSON.parse(reply.body) as { data: Data }).data // the contract's endpoint defines the shape
}
