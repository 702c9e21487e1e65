import type { Query, Reply } from '../../contract/endpoint.ts'
import type { getOutbreakRules, listOutbreaks as listEndpoint } from '../../contract/outbreaks/endpoints.ts'
import { mostCasesShown, type Outbreak, type OutbreakDetails } from '../../contract/outbreaks/outbreak.ts'
import { closingDays, type OutbreakRules } from '../../contract/outbreaks/rules.ts'
import { maySeeOutbreaks } from '../../contract/permissions/can.ts'
import { localParts } from '../../contract/rules/dates.ts'
import { recordDone } from '../access/audit/audit.ts'
import { asSeen } from '../access/changing/touched.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, found } from '../platform/failure.ts'
import { toSubject } from '../subjects/service.ts'
import { countDays, listCases, listUntested, type CaseRow, type UntestedRow } from './cases-repository.ts'
import { dayAfter, daysFrom } from './episodes.ts'
import {
  findRules,
  findVersionOfRules,
  keepTurn,
  lockOutbreaks,
  storeRules,
  updateOutbreak,
} from './finding-repository.ts'
import * as rows from './repository.ts'

export async function listOutbreaks(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await rows.listOutbreakRows(scope, query)
  const rules = await findRules(scope)
  return { data: items.map((row) => shown(scope, rules, row)), page }
}

/** Opens an outbreak with its line list and with who is still to be tested, and audits that. Throws `not-found`. */
export async function openOutbreak(scope: ActorScope, id: string): Promise<OutbreakDetails> {
  const row = found(await rows.findOutbreak(scope, id))
  const rules = await findRules(scope)
  const cases = await listCases(scope, row)
  const untested = row.closed_at === null ? await listUntested(scope, row) : []
  const days = await countDays(scope, row)
  await recordDone(scope, 'outbreak.opened', id)
  return {
    // The row was counted by a round of the server, before the latest results.
    outbreak: { ...shown(scope, rules, row), cases: days.reduce((sum, { cases: ofDay }) => sum + ofDay, 0) },
    days,
    cases: cases.map((one) => toCase(row, one)),
    untested: untested.map((one) => ({
      ...toMember(row, one),
      last: toResult(one.last_result, one.last_at),
    })),
  }
}

/** Closes an outbreak early. Throws `not-found`, and `not-possible` if it has ended. */
export async function closeOutbreak(scope: ActorScope, id: string, note: string): Promise<Outbreak> {
  await lockOutbreaks(scope)
  const row = found(await rows.findOutbreak(scope, id))
  // A repeat of the same is answered alike.
  if (row.closed_by === scope.actor.id && row.note === note) return shown(scope, await findRules(scope), row)
  if (row.closed_at !== null) throw new Failure('not-possible')
  await updateOutbreak(scope, id, {
    closed_at: scope.now,
    closed_because: 'person',
    closed_by: scope.actor.id,
    note,
  })
  await recordDone(scope, 'outbreak.closed', id)
  return shown(scope, await findRules(scope), found(await rows.findOutbreak(scope, id)))
}

/** Audits that a line list is printed. Throws `not-found`. */
export async function printOutbreak(scope: ActorScope, id: string): Promise<void> {
  const row = found(await rows.findOutbreak(scope, id))
  await recordDone(scope, 'outbreak.printed', id, { rows: Math.min(row.cases, mostCasesShown) })
}

export async function getRules(scope: ActorScope): Promise<Reply<typeof getOutbreakRules>['data']> {
  const [of, version, isMailed] = [await findRules(scope), await findVersionOfRules(scope), await rows.isMailed(scope)]
  return { rules: of, version, isMailed }
}

/**
 * Sets when positive tests are an outbreak. The next round of the server goes by that. Throws `stale-version` when a version is given
 * and outdated.
 */
export async function changeRules(
  scope: ActorScope,
  rules: OutbreakRules,
  version: number | undefined,
): Promise<Reply<typeof getOutbreakRules>['data']> {
  await lockOutbreaks(scope)
  asSeen({ version: await findVersionOfRules(scope) }, version)
  const before = await findRules(scope)
  const names = Object.keys(rules) as (keyof OutbreakRules)[] // the schema is strict
  const changed = names.filter((name) => before[name] !== rules[name])
  if (changed.length > 0) {
    await storeRules(scope, rules)
    await keepTurn(scope, true)
    const only = (of: OutbreakRules) => Object.fromEntries(changed.map((name) => [name, of[name]]))
    await recordDone(scope, 'tenant.outbreak-rules-changed', scope.tenant.id, { from: only(before), to: only(rules) })
  }
  return await getRules(scope)
}

export async function changeMail(scope: ActorScope, mailed: boolean): Promise<Reply<typeof getOutbreakRules>['data']> {
  if ((await rows.isMailed(scope)) !== mailed) {
    await rows.setMailed(scope, mailed)
    await recordDone(scope, 'user.outbreak-mail', scope.actor.id, { isMailed: mailed })
  }
  return await getRules(scope)
}

/** Counts the open outbreaks that the actor may see; null for those who may see none. */
export async function countOpenOutbreaks(scope: ActorScope): Promise<number | null> {
  if (!maySeeOutbreaks({ ...scope.actor, features: scope.tenant.features })) return null
  return await rows.countOpen(scope)
}

function shown({ now }: ActorScope, rules: OutbreakRules, row: rows.OutbreakRow): Outbreak {
  const dayOf = (at: Date) => localParts(at, row.zone).day
  const [opened, today] = [dayOf(row.opened_at), dayOf(now)]
  const passed = Math.max(0, daysFrom(opened, today))
  const due = Math.ceil(passed / rules.testEveryDays) * rules.testEveryDays
  return {
    id: row.id,
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    unit: row.unit,
    analyte: row.analyte_name,
    zone: row.zone,
    openedAt: row.opened_at.toISOString(),
    lastPositiveAt: row.last_positive_at.toISOString(),
    cases: row.cases,
    foundAt: row.found_at.toISOString(),
    reopenedAt: row.reopened_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBecause: row.closed_because,
    closedBy: row.closed_by === null ? null : { id: row.closed_by, name: row.closed_by_name ?? '' },
    note: row.note,
    lastsUntil: dayAfter(dayOf(row.last_positive_at), closingDays(rules, row.analyte)),
    nextTestOn: row.closed_at === null ? dayAfter(opened, due) : null,
  }
}

function toMember({ group_id }: rows.OutbreakRow, row: CaseRow | UntestedRow) {
  const subject = toSubject(row)
  return {
    // The group of an outbreak is one that the reader sees, which that of the subject need not be.
    subject: subject.groupId === null ? subject : { ...subject, groupId: group_id },
    unit: row.unit,
    room: row.room,
    role: row.role,
  }
}

function toCase(outbreak: rows.OutbreakRow, row: CaseRow): OutbreakDetails['cases'][number] {
  return {
    ...toMember(outbreak, row),
    sex: row.sex,
    age: row.age,
    testRecordId: row.id,
    testId: row.test_id,
    performedAt: row.performed_at.toISOString(),
    day: row.day,
    assay: row.assay_name,
    result: row.result,
    earlier: toResult(row.earlier_result, row.earlier_at),
  }
}

function toResult(result: CaseRow['result'] | null, at: Date | null) {
  return result === null || at === null ? null : { result, performedAt: at.toISOString() }
}
