import { randomUUID } from 'node:crypto'
import { closingDays, type OutbreakRules } from '../../contract/outbreaks/rules.ts'
import { localParts } from '../../contract/rules/dates.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import type { Scope } from '../access/scope.ts'
import { queueMessage } from '../messages/service.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { daysFrom, episodesOf, hasSignalSince, isOver, type Episode, type Signal } from './episodes.ts'
import * as rows from './finding-repository.ts'

/** The number of unchanged tenants that a round also visits in turn, because outbreaks end by days. */
const idleAtOnce = 20

/** A round ends after this many milliseconds; the next one continues with the rest. */
const roundLimitMs = 4 * 60_000

/**
 * Finds outbreaks in the tenants that look for them: in all with changes since the last visit, and in some others in turn.
 * Processes may run it side by side. A failing tenant does not hold up the others; at the end an error says how many
 * failed.
 */
export async function findOutbreaks(door: Door, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + roundLimitMs
  const visited = await door.takeTurns('find-outbreaks', idleAtOnce)
  const { left, failed } = await inTurn(
    visited,
    async (tenantId) => {
      await door.enterTenant(tenantId, randomUUID(), findOutbreaksOf)
      return { isMore: false }
    },
    () => signal?.aborted === true || performance.now() > end,
  )
  await door.endTurns(
    'find-outbreaks',
    visited.filter((id) => !left.includes(id)),
  )
  if (failed !== undefined) throw failed
}

/** Starts looking for outbreaks regularly, in one process at a time. */
export async function startFindingOutbreaks(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('find-outbreaks', (signal) => findOutbreaks(door, signal))
}

/** What is counted together, with its positive tests in the order of time. */
interface Together extends rows.Counted {
  organisation_id: string
  unit: string | null
  analyte_name: string
  positives: rows.PositiveRow[]
}

/**
 * Compares what the records say with the outbreaks that are known: opens, extends, closes and reopens them. Everything
 * follows from the records, so that it does not matter how often or how late it is done.
 */
export async function findOutbreaksOf(scope: Scope): Promise<void> {
  await rows.lockOutbreaks(scope)
  const rules = await rows.findRules(scope)
  const longest = Math.max(rules.daysSarsCov2, rules.daysOther) + 2
  const recently = before(scope.now, longest * 24)
  const known = await rows.listKnown(scope, recently)
  const open = known.filter(({ closed_at }) => closed_at === null)
  if (!rules.isOn && open.length === 0) {
    await rows.keepTurn(scope, false)
    return
  }
  const earliest = known.reduce((least, { opened_at }) => (opened_at < least ? opened_at : least), recently)
  const counted = new Map<string, Together>()
  for (const together of await countTogether(scope, before(earliest, rules.withinHours))) {
    counted.set(nameOf(together), together)
  }
  const latest = new Map(known.map((outbreak) => [nameOf(outbreak), outbreak]))
  // An open one is compared although a closed one of the same cases may be later.
  for (const outbreak of open) latest.set(nameOf(outbreak), outbreak)
  for (const name of new Set([...counted.keys(), ...latest.keys()])) {
    await compare(scope, rules, counted.get(name), latest.get(name))
  }
}

async function compare(
  scope: Scope,
  rules: OutbreakRules,
  together: Together | undefined,
  known: rows.KnownOutbreak | undefined,
): Promise<void> {
  const analyte = together?.analyte ?? known?.analyte ?? ''
  const signal = { ...rules, days: closingDays(rules, analyte) }
  const episodes = together === undefined ? [] : episodesOf(together.positives, signal)
  const current = episodes.findLast((episode) => !isOver(episode, scope.now, signal.days))
  if (known?.closed_at === null) {
    if (current === undefined) await end(scope, known, episodes)
    else await extend(scope, known, current)
    return
  }
  if (current === undefined || together === undefined || !rules.isOn) return
  if (known !== undefined && belongsTo(known, current, signal)) {
    if (known.closed_because !== 'person' || hasSignalSince(current, known.closed_at, signal)) {
      await reopen(scope, known, current, together)
    }
    return
  }
  if (together.counted_by !== rules.countedBy) return
  const { positives: _, ...counted } = together
  const id = await rows.insertOutbreak(scope, counted, fromCases(current))
  if (id === undefined) return
  await recordDone(scope, 'outbreak.found', id, { group_id: together.group_id, tests: current.cases.length })
  await tell(scope, together)
}

/** Tells whether an episode is, or follows within its days, that of a closed outbreak. */
function belongsTo(
  { last_positive_at, zone }: rows.KnownOutbreak,
  { cases: [first] }: Episode,
  { days }: Signal,
): boolean {
  return daysFrom(localParts(last_positive_at, zone).day, localParts(first.performedAt, first.zone).day) <= days
}

async function extend(scope: Scope, known: rows.KnownOutbreak, current: Episode): Promise<void> {
  const next = fromCases(current)
  const isSame =
    known.cases === next.cases &&
    known.zone === next.zone &&
    known.opened_at.getTime() === next.opened_at.getTime() &&
    known.last_positive_at.getTime() === next.last_positive_at.getTime()
  if (!isSame) await rows.updateOutbreak(scope, known.id, next)
}

/** Ends an outbreak that has no episode any more, or one whose days have passed. */
async function end(scope: Scope, known: rows.KnownOutbreak, episodes: readonly Episode[]): Promise<void> {
  const own = episodes.findLast(({ last }) => last.performedAt >= known.opened_at)
  const reason = own === undefined ? 'withdrawn' : 'over'
  const cases = own === undefined ? {} : fromCases(own)
  await rows.updateOutbreak(scope, known.id, { ...cases, closed_at: scope.now, closed_because: reason })
  await recordDone(scope, 'outbreak.ended', known.id, { reason })
}

async function reopen(scope: Scope, known: rows.KnownOutbreak, current: Episode, together: Together): Promise<void> {
  await rows.updateOutbreak(scope, known.id, {
    ...fromCases(current),
    reopened_at: scope.now,
    closed_at: null,
    closed_because: null,
    closed_by: null,
    note: null,
  })
  await recordDone(scope, 'outbreak.reopened', known.id, { group_id: together.group_id, tests: current.cases.length })
  await tell(scope, together)
}

/** Tells who looks after the place, without saying which place or who. */
async function tell(scope: Scope, { organisation_id: organisationId, group_id: groupId }: Together): Promise<void> {
  const readers = await rows.listReaders(scope, { organisationId, groupId })
  for (const user of readers) await queueMessage(scope, { template: 'outbreak-found', user })
}

/** Groups positive tests by what is counted together: each counts in its group, and in its unit. */
async function countTogether(scope: Scope, since: Date): Promise<Together[]> {
  const positives = await rows.listPositives(scope, since)
  if (positives.length === 0) return []
  const analytes = new Map(
    (await rows.listAnalytes(scope)).map((analyte) => [`${analyte.assayId} ${analyte.analyteId}`, analyte]),
  )
  const keepsUnits = scope.tenant.subjectDetails.includes('unit')
  const all = new Map<string, Together>()
  for (const positive of positives) {
    const analyte = analytes.get(`${positive.assayId} ${positive.analyteId}`)
    if (analyte === undefined) continue
    const unit = keepsUnits ? positive.unit : null
    for (const counted_by of ['group', 'unit'] as const) {
      const counted: Together = {
        group_id: positive.groupId,
        organisation_id: positive.organisationId,
        counted_by,
        unit: counted_by === 'unit' ? unit : null,
        unit_key: counted_by === 'unit' && keepsUnits ? positive.unitKey : '',
        analyte: analyte.key,
        analyte_name: analyte.name,
        positives: [],
      }
      const name = nameOf(counted)
      const together = all.get(name) ?? counted
      together.positives.push(positive)
      all.set(name, together)
    }
  }
  return [...all.values()]
}

function nameOf({ group_id, counted_by, unit_key, analyte }: rows.Counted): string {
  return JSON.stringify([group_id, counted_by, unit_key, analyte])
}

function fromCases({ cases, last }: Episode): rows.FromCases {
  return {
    zone: last.zone,
    opened_at: cases[0].performedAt,
    last_positive_at: last.performedAt,
    cases: cases.length,
  }
}

function before(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * 60 * 60 * 1000)
}
