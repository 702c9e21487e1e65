import { describe, expect, it } from 'vitest'
import type { Result } from '../../contract/rules/results.ts'
import { linesTold } from './reported-test.ts'
import {
  asksFor,
  deadlineOf,
  inForceAt,
  isOf,
  plan,
  planBack,
  type FollowedRecord,
  type RecordVersion,
  type RuleVersion,
  type StandingItem,
} from './matching.ts'
import { takeBack } from './taking-back.ts'

const sarsCov2 = { name: 'SARS-CoV-2', loinc: '94558-4', snomed: '840533007' }
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))

const rule: RuleVersion = {
  ruleId: 'r',
  version: 1,
  since: at(0),
  onSince: at(0),
  organisationIds: [],
  groupIds: [],
  analytes: [sarsCov2],
  results: ['positive'],
  withinHours: 24,
}

const said = (recordVersion: number, minute: number, result: 'positive' | 'negative'): RecordVersion => ({
  recordVersion,
  setVersion: 0,
  at: at(minute),
  isVoided: false,
  isFinding: true,
  outcome: null,
  performedAt: at(minute),
  lines: [{ name: 'Line', loinc: '94558-4', snomed: null, result }],
})

const recordOf = (...versions: RecordVersion[]): FollowedRecord => ({
  id: 'x',
  organisationId: 'o',
  groupId: 'g',
  isImported: false,
  isErased: false,
  versions,
})

let ids = 0
const planned = (record: FollowedRecord, rules: RuleVersion[] = [rule], standing: StandingItem[] = []) =>
  plan(record, [rules], standing, () => `new-${(ids += 1)}`)

const sent = (change: Partial<StandingItem> = {}): StandingItem => ({
  id: 'told',
  ruleId: 'r',
  recordVersion: 1,
  setVersion: 0,
  kind: 'first',
  refersTo: null,
  outcome: null,
  state: 'sent',
  mayBeHeld: false,
  ...change,
})

describe('what a rule asks for', () => {
  it('is a line of one of its analytes, by a code, or by the name of a line without any', () => {
    expect(isOf([sarsCov2], { name: 'Covid', loinc: '94558-4', snomed: null })).toBe(true)
    expect(isOf([sarsCov2], { name: 'Covid', loinc: '97097-0', snomed: '840533007' })).toBe(true)
    expect(isOf([sarsCov2], { name: 'sars-cov-2', loinc: null, snomed: null })).toBe(true)
    expect(isOf([sarsCov2], { name: 'SARS-CoV-2', loinc: '80382-5', snomed: null })).toBe(false)
    expect(isOf([], { name: 'Anything', loinc: null, snomed: null })).toBe(true)
    // Two codes that are missing are not the same code.
    expect(isOf([{ ...sarsCov2, snomed: null }], { name: 'Flu', loinc: '80382-5', snomed: null })).toBe(false)
  })

  it('is a result of that line, and not of another one', () => {
    const version = said(1, 1, 'negative')
    const flu = { name: 'Flu', loinc: '80382-5', snomed: null, result: 'positive' as const }
    expect(asksFor(rule, recordOf(version), { ...version, lines: [...version.lines, flu] })).toBe(false)
  })

  it('is at its places', () => {
    const version = said(1, 1, 'positive')
    const asks = (places: Partial<RuleVersion>) => asksFor({ ...rule, ...places }, recordOf(version), version)
    expect(asks({})).toBe(true)
    expect(asks({ organisationIds: ['o'] })).toBe(true)
    expect(asks({ groupIds: ['g'] })).toBe(true)
    expect(asks({ groupIds: ['elsewhere'] })).toBe(false)
    expect(asks({ organisationIds: ['elsewhere'], groupIds: ['g'] })).toBe(true)
  })
})

describe('the lines of a last test', () => {
  const lines = [
    { name: 'HIV', result: 'positive' as const },
    { name: 'Syphilis', result: 'negative' as const },
  ]
  const shown = (whole: Result, outcome: Result | null) =>
    linesTold(lines, whole, outcome).map(({ result, isOutcome }) => `${result}${isOutcome ? ' as the outcome' : ''}`)

  it('that gave the test its result tell the outcome of its set, and others what they say', () => {
    expect(shown('positive', 'inconclusive')).toEqual(['inconclusive as the outcome', 'negative'])
    expect(shown('positive', null)).toEqual(['positive', 'negative'])
  })
})

describe('a deadline', () => {
  it.each([
    ['2026-03-28T23:30:00Z', 24, '2026-03-29T23:30:00.000Z'], // the night in which London and Dublin lose an hour
    ['2026-10-24T23:30:00Z', 24, '2026-10-25T23:30:00.000Z'], // and get it back
    ['2026-03-07T20:00:00Z', 168, '2026-03-14T20:00:00.000Z'], // the week in which New York loses one
  ])('from %s within %i hours is %s, whatever the clocks do', (from, withinHours, due) => {
    const { dueAt, warnAt } = deadlineOf({ withinHours }, new Date(from))
    expect(dueAt.toISOString()).toBe(due)
    expect(dueAt.getTime() - warnAt.getTime()).toBe((withinHours * 60 * 60 * 1000) / 4)
  })
})

describe('items', () => {
  it('come from the version of the rule that was in force at the time of the record version', () => {
    const later = { ...rule, version: 2, since: at(10), results: ['negative' as const] }
    expect(inForceAt([rule, later], at(9))?.version).toBe(1)
    expect(inForceAt([rule, later], at(10))?.version).toBe(2)
    expect(inForceAt([rule, later], new Date(at(0).getTime() - 1))).toBeUndefined()
    expect(planned(recordOf(said(1, 5, 'positive')), [rule, later]).made).toMatchObject([{ ruleVersion: 1 }])
    expect(planned(recordOf(said(1, 15, 'positive')), [rule, later]).made).toEqual([])
    expect(planned(recordOf(said(1, 15, 'negative')), [rule, later]).made).toMatchObject([{ ruleVersion: 2 }])
  })

  it('that were never sent give way to later ones, and nothing is left when nothing is asked for', () => {
    const both = planned(recordOf(said(1, 1, 'positive'), said(2, 2, 'positive')))
    expect(both.made).toMatchObject([
      { recordVersion: 1, state: 'superseded', closedBecause: 'corrected' },
      { recordVersion: 2, state: 'open', kind: 'first', refersTo: null },
    ])
    const voided = { ...said(2, 2, 'positive'), isVoided: true }
    const gone = planned(recordOf(said(1, 1, 'positive'), voided), [rule], [sent({ state: 'open' })])
    expect(gone).toEqual({ made: [], closed: [{ id: 'told', because: 'voided' }] })
  })

  it('correct and remove what was told', () => {
    const corrected = recordOf(said(1, 1, 'positive'), said(2, 2, 'positive'))
    expect(planned(corrected, [rule], [sent()]).made).toMatchObject([{ kind: 'correction', refersTo: 'told' }])
    const removed = recordOf(said(1, 1, 'positive'), said(2, 2, 'negative'))
    expect(planned(removed, [rule], [sent()]).made).toMatchObject([{ kind: 'removal', refersTo: 'told' }])
    // After a removal was told, the authority holds nothing.
    const removal = sent({ id: 'removal', recordVersion: 2, kind: 'removal', refersTo: 'told' })
    const again = recordOf(said(1, 1, 'positive'), said(2, 2, 'negative'), said(3, 3, 'positive'))
    expect(planned(again, [rule], [sent(), removal]).made).toMatchObject([{ kind: 'first', refersTo: null }])
  })

  it('are planned once', () => {
    const record = recordOf(said(1, 1, 'positive'), said(2, 2, 'negative'), said(3, 3, 'positive'))
    const first = planned(record)
    expect(planned(record, [rule], first.made)).toEqual({ made: [], closed: [] })
  })

  it('of a rule that is off are none, but what was told is still corrected', () => {
    const off = { ...rule, version: 2, since: at(10), onSince: null }
    expect(planned(recordOf(said(1, 15, 'positive')), [rule, off]).made).toEqual([])
    const record = recordOf(said(1, 1, 'positive'), said(2, 15, 'negative'))
    expect(planned(record, [rule, off], [sent()]).made).toMatchObject([{ kind: 'removal' }])
  })

  it('of a file are those that were performed since the rule is on', () => {
    const old = {
      ...recordOf({ ...said(1, 5, 'positive'), performedAt: new Date(at(0).getTime() - 1) }),
      isImported: true,
    }
    expect(planned(old).made).toEqual([])
    expect(planned({ ...old, isImported: false }).made).toHaveLength(1)
    const since = recordOf({ ...said(1, 5, 'positive'), performedAt: at(0) })
    expect(planned({ ...since, isImported: true }).made).toHaveLength(1)
  })

  it('are not made of somebody who was erased', () => {
    expect(planned({ ...recordOf(said(1, 1, 'positive')), isErased: true }).made).toEqual([])
  })

  it('of a step of a testing algorithm follow what its set says', () => {
    const told = (setVersion: number, isFinding: boolean, standing: StandingItem[]) =>
      planned(recordOf({ ...said(1, setVersion, 'positive'), setVersion, isFinding }), [rule], standing)
    expect(told(1, false, []).made).toEqual([])
    expect(planBack(recordOf({ ...said(1, 1, 'positive'), isFinding: false }), rule, [], () => 'new')).toBeUndefined()
    const first = sent({ setVersion: 1 })
    expect(told(2, false, [first]).made).toMatchObject([{ kind: 'removal', refersTo: 'told', setVersion: 2 }])
    const removal = sent({ id: 'removal', kind: 'removal', refersTo: 'told', setVersion: 2 })
    expect(told(2, false, [first, removal])).toEqual({ made: [], closed: [] })
    expect(told(3, true, [first, removal]).made).toMatchObject([{ kind: 'first', refersTo: null, setVersion: 3 }])
    // What was not told gives way, and the authority holds what the set says again.
    const again = told(3, true, [first, { ...removal, state: 'open' }])
    expect(again).toEqual({ made: [], closed: [{ id: 'removal', because: 'outcome' }] })
  })

  it('tell what a set says in the place of its last test, and tell it anew when the record says the same and the set does not', () => {
    const outcome = { ...said(1, 1, 'positive'), setVersion: 2, outcome: 'positive' as const }
    expect(planned(recordOf(outcome)).made).toMatchObject([{ kind: 'first', outcome: 'positive' }])
    expect(planned(recordOf(outcome), [rule], [sent({ setVersion: 1 })]).made).toMatchObject([
      { kind: 'correction', outcome: 'positive', refersTo: 'told' },
    ])
    const told = sent({ setVersion: 1, outcome: 'positive' })
    expect(planned(recordOf(outcome), [rule], [told]).made).toEqual([])
    const other = planned(recordOf({ ...outcome, isFinding: false, outcome: null }), [rule], [told])
    expect(other.made).toMatchObject([{ kind: 'removal', outcome: null, refersTo: 'told' }])
  })

  it('are found when looking back, unless the rule has told or is to tell of the record', () => {
    const record = recordOf(said(1, -60, 'positive'))
    const back = (standing: StandingItem[], of = record) => planBack(of, rule, standing, () => 'new')
    expect(planned(record).made).toEqual([])
    expect(back([])).toMatchObject({
      kind: 'first',
      recordVersion: 1,
      dueAt: new Date(at(-60).getTime() + 24 * 3_600_000),
    })
    // The item may be about an earlier version, which nobody has to tell once it is superseded.
    const changed = recordOf(said(1, -60, 'positive'), said(2, -30, 'positive'))
    for (const state of ['open', 'sending', 'sent'] as const) {
      for (const of of [record, changed]) expect(back([sent({ state })], of)).toBeUndefined()
    }
    expect(back([sent({ state: 'superseded' })], changed)).toMatchObject({ recordVersion: 2 })
    expect(back([sent({ ruleId: 'another' })])).toBeDefined()
  })
})

describe('an item whose report was withdrawn', () => {
  const sending = sent({ state: 'sending' })
  const open = (change: Partial<StandingItem>) => sent({ id: 'later', recordVersion: 2, state: 'open', ...change })

  it('is to be told again, unless a later one says what is true now', () => {
    expect(takeBack([sending], sending)).toEqual({ isOpen: true, later: undefined })
    const correction = open({ kind: 'correction', refersTo: 'told' })
    expect(takeBack([sending, correction], sending)).toEqual({
      isOpen: false,
      later: { id: 'later', isOpen: true, kind: 'first', refersTo: null },
    })
    const removal = open({ kind: 'removal', refersTo: 'told' })
    expect(takeBack([sending, removal], sending)).toMatchObject({ isOpen: false, later: { isOpen: false } })
  })

  it('leaves what the authority may hold to be corrected or removed', () => {
    const taken = { ...sending, mayBeHeld: true }
    for (const kind of ['correction', 'removal'] as const) {
      const later = open({ kind, refersTo: 'told' })
      expect(takeBack([taken, later], taken)).toEqual({
        isOpen: false,
        later: { id: 'later', isOpen: true, kind, refersTo: 'told' },
      })
    }
    const voided = recordOf(said(1, 1, 'positive'), { ...said(2, 2, 'positive'), isVoided: true })
    const standing = sent({ state: 'open', mayBeHeld: true })
    expect(planned(voided, [rule], [standing]).made).toMatchObject([{ kind: 'removal', refersTo: 'told' }])
    expect(planned(voided, [rule], [{ ...standing, state: 'rejected' }]).made).toEqual([])
  })

  it('leaves what the authority holds to be corrected or removed', () => {
    const held = sent({ id: 'held' })
    const taken = sent({ id: 'taken', recordVersion: 2, kind: 'correction', refersTo: 'held', state: 'sending' })
    const later = (kind: StandingItem['kind']) => open({ recordVersion: 3, kind, refersTo: 'taken' })
    for (const kind of ['correction', 'removal'] as const) {
      expect(takeBack([held, taken, later(kind)], taken)).toEqual({
        isOpen: false,
        later: { id: 'later', isOpen: true, kind, refersTo: 'held' },
      })
    }
    const removal = { ...taken, kind: 'removal' as const }
    const first = open({ recordVersion: 3, kind: 'first', refersTo: null })
    expect(takeBack([held, removal, first], removal).later).toMatchObject({ kind: 'correction', refersTo: 'held' })
  })
})
