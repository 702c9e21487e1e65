import { folded } from '../../contract/rules/folding.ts'
import type { NotificationClosing, NotificationKind } from '../../contract/notifications/items.ts'
import type { RuleAnalyte } from '../../contract/notifications/rules.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { SetOutcome } from '../../contract/test-sets/outcome.ts'

type Outcome = SetOutcome['result']

/** A line of a record version, with the codes of its kit. */
export interface Line {
  name: string
  loinc: string | null
  snomed: string | null
  result: Result
}

/** What an item is about. Record versions are numbered upwards from 1, with gaps where something else than the content changed. */
interface Told {
  recordVersion: number
  /** The version of the set of which the record is a step; 0 without one. What the set says can change while the record stays. */
  setVersion: number
}

/** What a record said from a time on. */
export interface RecordVersion extends Told {
  at: Date
  isVoided: boolean
  /** False for a step of a testing algorithm unless it decided what its set now says. A single result of several is no finding. */
  isFinding: boolean
  /** What its set says, if it is told in the place of what the test says. */
  outcome: Outcome | null
  performedAt: Date
  /** What is told, with the outcome in its place. */
  lines: readonly Line[]
}

/** A record with all of its versions, the first one first. Of a step of a testing algorithm it is the present one alone. */
export interface FollowedRecord {
  id: string
  organisationId: string
  groupId: string
  isImported: boolean
  /** True if the person was erased. */
  isErased: boolean
  versions: readonly RecordVersion[]
}

/** A version of a rule, as far as it decides what becomes an item. */
export interface RuleVersion {
  ruleId: string
  version: number
  since: Date
  /** Null while the rule is off. */
  onSince: Date | null
  organisationIds: readonly string[]
  groupIds: readonly string[]
  analytes: readonly RuleAnalyte[]
  results: readonly Result[]
  withinHours: number
}

/** An item of a record, as far as later ones depend on it. */
export interface StandingItem extends Told {
  id: string
  ruleId: string
  kind: NotificationKind
  refersTo: string | null
  /** The outcome that it tells in the place of what the test says. A removal has none of its own. */
  outcome: Outcome | null
  state: 'open' | 'superseded' | 'sending' | 'sent' | 'acknowledged' | 'rejected'
  /** True if it was in a report that was withdrawn and may have arrived. */
  mayBeHeld: boolean
}

/** An item that is to be made. */
export interface NewItem extends StandingItem {
  ruleVersion: number
  /** Set if a later version of the same plan supersedes it. */
  closedBecause: NotificationClosing | null
  versionAt: Date
  dueAt: Date
  warnAt: Date
}

/** What is to be written for one record. */
export interface Plan {
  made: NewItem[]
  /** Ids of items that are not to be sent any more, each with the reason. */
  closed: { id: string; because: NotificationClosing }[]
}

/** Returns the version of a rule that was in force at a time, if any. `versions` are those of one rule. */
export function inForceAt(versions: readonly RuleVersion[], at: Date): RuleVersion | undefined {
  return versions
    .filter(({ since }) => since <= at)
    .reduce<RuleVersion | undefined>((last, one) => (last && last.version > one.version ? last : one), undefined)
}

/** Tells whether a rule asks for what a record version says. It does not ask whether the rule is on. */
export function asksFor(rule: RuleVersion, record: FollowedRecord, version: RecordVersion): boolean {
  if (version.isVoided || !version.isFinding) return false
  const isEverywhere = rule.organisationIds.length === 0 && rule.groupIds.length === 0
  const isHere = rule.organisationIds.includes(record.organisationId) || rule.groupIds.includes(record.groupId)
  if (!isEverywhere && !isHere) return false
  return version.lines.some((line) => isOf(rule.analytes, line) && rule.results.includes(line.result))
}

/** Tells whether a line is one of these analytes: by a code, or by its name if it has none. */
export function isOf(analytes: readonly RuleAnalyte[], line: Omit<Line, 'result'>): boolean {
  if (analytes.length === 0) return true
  const hasCode = line.loinc !== null || line.snomed !== null
  return analytes.some(({ name, loinc, snomed }) =>
    hasCode
      ? (loinc !== null && loinc === line.loinc) || (snomed !== null && snomed === line.snomed)
      : folded(name) === folded(line.name),
  )
}

const hour = 60 * 60 * 1000

/** When an item about a record version is due, and when a quarter of that time is left. Hours are absolute. */
export function deadlineOf({ withinHours }: Pick<RuleVersion, 'withinHours'>, at: Date): { dueAt: Date; warnAt: Date } {
  const dueAt = at.getTime() + withinHours * hour
  return { dueAt: new Date(dueAt), warnAt: new Date(dueAt - (withinHours * hour) / 4) }
}

/**
 * Plans the items of a record for which there are none yet, in the order of its versions. Planning again with what was
 * planned before plans nothing. `rules` are the versions of all rules. A rule that is off asks for no record of which it
 * has no item, and goes on correcting what it has told. A record from a file is asked for only if it was performed since
 * the rule is on.
 */
export function plan(
  record: FollowedRecord,
  rules: readonly (readonly RuleVersion[])[],
  standing: readonly StandingItem[],
  newId: () => string,
): Plan {
  const made: NewItem[] = []
  const closed: Plan['closed'] = []
  if (record.isErased) return { made, closed }
  for (const versions of rules) {
    const ruleId = versions[0]?.ruleId
    const items: StandingItem[] = standing.filter((item) => item.ruleId === ruleId).map((item) => ({ ...item }))
    for (const version of record.versions) {
      const rule = inForceAt(versions, version.at)
      if (rule === undefined || items.some((item) => inOrder(item, version) === 0)) continue
      const earlier = items.filter((item) => inOrder(item, version) < 0)
      if (earlier.length === 0 && !isOnFor(rule, record, version)) continue
      const told = latestTold(earlier)
      const holds = told !== undefined && told.kind !== 'removal'
      const isAsked = asksFor(rule, record, version)
      for (const open of earlier.filter(isUntold)) {
        const because = whyClosed(open, version)
        open.state = 'superseded'
        const fresh = made.find((item) => item === open)
        if (fresh === undefined) closed.push({ id: open.id, because })
        else fresh.closedBecause = because
      }
      if (!isAsked && !holds) continue
      // The set says again what the authority was told.
      if (isAsked && holds && told.recordVersion === version.recordVersion && told.outcome === version.outcome) continue
      const kind = isAsked ? (holds ? 'correction' : 'first') : 'removal'
      const item = newItem(newId(), rule, version, { kind, refersTo: holds ? told.id : null })
      items.push(item)
      made.push(item)
    }
  }
  return { made, closed }
}

/** Plans the item of a record's latest version that a rule now asks for, if nothing is or was to be told by this rule. */
export function planBack(
  record: FollowedRecord,
  rule: RuleVersion,
  standing: readonly StandingItem[],
  newId: () => string,
): NewItem | undefined {
  const latest = record.versions.at(-1)
  if (latest === undefined || record.isErased || !asksFor(rule, record, latest)) return undefined
  const isKnown = standing.some(
    (item) => item.ruleId === rule.ruleId && (item.state !== 'superseded' || inOrder(item, latest) === 0),
  )
  return isKnown ? undefined : newItem(newId(), rule, latest, { kind: 'first', refersTo: null })
}

function newItem(
  id: string,
  rule: RuleVersion,
  version: RecordVersion,
  what: Pick<StandingItem, 'kind' | 'refersTo'>,
): NewItem {
  return {
    id,
    ruleId: rule.ruleId,
    ruleVersion: rule.version,
    recordVersion: version.recordVersion,
    setVersion: version.setVersion,
    ...what,
    outcome: what.kind === 'removal' ? null : version.outcome,
    state: 'open',
    mayBeHeld: false,
    closedBecause: null,
    versionAt: version.at,
    ...deadlineOf(rule, version.at),
  }
}

function isOnFor({ onSince }: RuleVersion, record: FollowedRecord, version: RecordVersion): boolean {
  if (onSince === null) return false
  return !record.isImported || version.performedAt >= onSince
}

/** Orders what items are about by time. */
export function inOrder(one: Told, other: Told): number {
  return one.recordVersion - other.recordVersion || one.setVersion - other.setVersion
}

/** Why an item that was not told gives way to a later version of its record or of its set. */
function whyClosed(item: Told, by: RecordVersion): NotificationClosing {
  if (item.recordVersion === by.recordVersion) return 'outcome'
  return by.isVoided ? 'voided' : 'corrected'
}

/** True for an item that is to be told, by a report or by another way. */
export function isUntold({ state }: Pick<StandingItem, 'state'>): boolean {
  return state === 'open' || state === 'rejected'
}

/**
 * The item that says what the authority holds, or may hold, or will hold once the report that it is in has left; it may be a
 * removal. What follows it is not told before. To correct or remove what did not arrive does no harm.
 */
export function latestTold(items: readonly StandingItem[]): StandingItem | undefined {
  return items
    .filter(({ state, mayBeHeld }) =>
      state === 'rejected' ? false : mayBeHeld || state === 'sending' || state === 'sent' || state === 'acknowledged',
    )
    .toSorted(inOrder)
    .at(-1)
}
