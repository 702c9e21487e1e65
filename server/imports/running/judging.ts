import { isDeepStrictEqual } from 'node:util'
import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { DifferenceValues, TakenField } from '../../../contract/imports/differences.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { ImportHead } from '../../../contract/imports/import.ts'
import { testKeyOfAnybody } from '../../../contract/imports/keys.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import type { PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import type { ActorScope } from '../../access/scope.ts'
import { wordsIn } from '../../platform/phrases.ts'
import { holdPeople, type ChangedDetails, type FilledPerson, type ImportedSubject } from '../../subjects/service.ts'
import type { ImportedRecord } from '../../test-records/service.ts'
import { findTenantRules } from './tenant-rules.ts'
import { detailsOf } from './details-of.ts'
import { differencesOf, stillMeant } from './differences-of.ts'
import { fieldOf } from './judge-person.ts'
import { judgeTest, namedLine, standsRemoved, type Kits } from './judge-test.ts'
import {
  findGroups,
  findKits,
  findKnownTests,
  keyOfNamesake,
  numberOfNamesake,
  secretOf,
  type AnsweredGroup,
  type KnownTest,
} from './known-repository.ts'
import { keyMaker } from './made-keys.ts'
import {
  placesLeftOut,
  addedBy,
  emailsLeftOut,
  fill,
  isNothing,
  onlyComparedIn,
  otherThanKept,
  otherThanTaken,
} from './later-rows.ts'
import { findPeopleOfFile } from './people-of-file.ts'
import { problemsOf } from './places.ts'
import type { FieldProblem } from './read-detail.ts'
import { findUnread } from './repository.ts'
import { unitsOf, type JudgedRow, type PendingRow, type Unit } from './units.ts'

/** What rows make. People and tests are known by the keys that are kept of them. */
export interface Plan {
  rows: JudgedRow[]
  /** Those who are to be made, by their keys. */
  people: Map<string, ImportedSubject>
  /** Those who are known here, by their keys, or by their ids if no file has made them. */
  matched: Map<string, string>
  /** What files tell of people, as hashes, where that is news. The subject is null for those who are made. */
  told: () => { key: string; subjectId: string | null; facts: PersonFacts }[]
  /** The details that are taken from the file of those who are known here. */
  taken: ChangedDetails[]
  /** What later rows tell of those whom the file has made. */
  filled: FilledPerson[]
  tests: {
    key: string
    who: string
    /** Whoever was merged into that person, if the rows are of them. */
    formerId: string | null
    record: Omit<ImportedRecord, 'subject_id'>
    isRemoved: boolean
  }[]
  /** The keys of tests that were made before. */
  known: string[]
}

/** A file with what was answered about it. */
export interface AnsweredFile {
  id: string
  head: ImportHead
  answers: ImportAnswers
}

/** Decides what rows make in the actor's name, by what is here at this time. Matched people are held against merging. */
export async function judge(scope: ActorScope, file: AnsweredFile, rows: readonly PendingRow[]): Promise<Plan> {
  const { answers } = file
  const units = unitsOf(rows, answers)
  const groupOf = new Map(answers.groups.map(({ facility, groupId }) => [facility, groupId]))
  const groups = new Map((await findGroups(scope, [...groupOf.values()])).map((group) => [group.id, group]))
  const byId = new Map(
    (
      await findKits(
        scope,
        answers.kits.map(({ assayId }) => assayId),
      )
    ).map((kit) => [kit.id, kit]),
  )
  const kits: Kits = {
    byId,
    answers: new Map(answers.kits.map((answer) => [namedLine(answer), answer])),
    fewerLines: new Set(answers.fewerLines),
  }
  const keyOf = keyMaker(await secretOf(scope))
  const problem = problemsOf(file.head)
  const words = wordsIn(scope.locale)

  const placed = units.map((unit) => {
    const facilities = unit.test === null ? unit.told[0].person.facilities : [unit.test.first.facility]
    const named = facilities.length === 0 ? [null] : facilities
    const id = named.map((facility) => groupOf.get(facility)).find((groupId) => groupId !== undefined)
    const group = id === undefined ? undefined : groups.get(id)
    const otherPlaces = facilities.filter((facility) => groupOf.get(facility) !== id)
    return { unit, group, isAnswered: id !== undefined, otherPlaces, personKey: keyOf(id ?? '', unit.personKey) }
  })
  const inGroups = placed.flatMap(({ group, ...one }) => (group === undefined ? [] : [{ ...one, group }]))
  const people = await findPeopleOfFile(
    scope,
    { importId: file.id, keyOf, problem },
    inGroups.flatMap(({ unit, ...of }) => unit.told.map(({ person }) => ({ person, ...of }))),
  )
  const testsByKey = await findKnownTests(
    scope,
    inGroups.flatMap(({ unit: { test }, personKey }) =>
      test === null ? [] : people.keysOf(personKey).map((key) => testKeyFor(keyOf, test, key)),
    ),
  )
  // A test with all of its lines has no other rows that could be missed.
  const mayLackLines = units.flatMap(({ test }) => (test !== null && kits.fewerLines.size > 0 ? [keyOfRows(test)] : []))
  const unread = await findUnread(scope, file.id, [...new Set(mayLackLines)])
  const rules = await findTenantRules(scope)
  const columns = new Set(file.head.columns.map((column) => column?.field))
  const saidOfAll = { texts: answers.texts, has: (field: ImportField) => columns.has(field) }
  const at = ({ fields, code, value }: FieldProblem): CellProblem => ({
    ...problem(code, ...fields),
    ...(value !== undefined && { value }),
  })

  const plan: Plan = { ...nothingPlanned(), told: () => people.told() }
  const emails = new Set<string>()
  /** What is taken from the file of those who are known here, by their ids: what its first row says. */
  const takenOf = new Map<string, DifferenceValues>()
  for (const { unit, group, isAnswered, otherPlaces, personKey } of placed) {
    const say = (row: Partial<JudgedRow>, lines = unit.told.flatMap((rows) => rows.lines)) => {
      const undecided = { outcome: 'right', skipped: null, person: null, namesake: null } as const
      const nobody = { subjectId: null, differences: null, problems: [] }
      plan.rows.push(...lines.map((line) => ({ line, ...undecided, ...nobody, ...row })))
    }
    const refuse = (...found: CellProblem[]) => say({ outcome: 'wrong', problems: found })
    if (group === undefined) {
      refuse(problem(isAnswered ? 'groupOutOfReach' : 'noGroup', 'facility', 'laboratory', 'facilities'))
      continue
    }
    const fate = people.fateOf(unit, personKey)
    const isUndecided = typeof fate === 'object' && 'problem' in fate
    const key = fate === 'made' ? people.nextKey(personKey) : isUndecided ? null : fate.candidate.key
    const testKey = unit.test && testKeyFor(keyOf, unit.test, key)
    const keys = isUndecided ? people.keysOf(personKey) : [key, ...(fate === 'made' ? [] : fate.candidate.otherKeys)]
    const { test: told } = unit
    const knownTests = told === null ? [] : keys.flatMap((one) => testsByKey.get(testKeyFor(keyOf, told, one)) ?? [])
    if (unit.test?.state === 'removed' && answers.removed === 'leave-out') {
      const stands = knownTests.find(({ isLive }) => isLive)
      if (stands !== undefined) refuse(standsRemoved(problem, stands))
      else say({ outcome: 'skipped', skipped: 'removed' })
      continue
    }
    const waiting = unit.test === null ? undefined : unread.get(keyOfRows(unit.test))
    const judgeWith = (known: KnownTest | undefined) =>
      told && judgeTest(told, group, kits, { known, waiting }, problem, words)
    // Two people may have had a test at the same minute before they were merged.
    const judged = isUndecided ? [] : knownTests.map(judgeWith)
    const test = judged.includes('known') ? 'known' : (judged[0] ?? judgeWith(undefined))
    if (test === 'known') {
      plan.known.push(...knownTests.filter((_, at) => judged[at] === 'known').map((one) => one.key))
      say({ outcome: 'skipped', skipped: 'known' })
      continue
    }
    if (test !== null && 'problem' in test) {
      refuse(test.problem)
      continue
    }
    if (unit.test === null && group.isSuspended) {
      refuse(problem('groupSuspended', 'facilities'))
      continue
    }
    const merge = people.mergeOf(unit, personKey, fate)
    if (isUndecided) {
      refuse(people.withHolder(fate.problem, unit.told[0].person, personKey), ...merge)
      continue
    }
    const read = unit.told.map((rows) => {
      const { person, facts } = rows
      const { value: details, ...found } = detailsOf(person, rules, saidOfAll)
      return {
        ...rows,
        ...found,
        said: { person, facts, email: person.emails[0] ?? null, localId: person.localId, details },
      }
    })
    const refused = read.find(({ problems }) => problems.length > 0)
    if (refused !== undefined) {
      refuse(...refused.problems.map(at))
      continue
    }
    const own = fate === 'made' ? undefined : fate.candidate
    const isOfFile = own === undefined || own.isOfThisFile
    const { additions, kept } = addedBy(isOfFile ? read.map(({ said }) => said) : [], own?.stored)
    const emailAt = (email: string) => `${group.id} ${email.toLowerCase()}`
    const clash = additions.flatMap(({ person, email, localId, details }) => {
      const isTaken = email !== null && (emails.has(emailAt(email)) || people.isEmailOfAnother(email, personKey, own))
      if (isTaken) return people.withHolder(problem('emailOfAnother', 'emails'), person, personKey, own)
      const isNumberTaken = details.nhsNumber && people.isIdOfAnother('nhsNumber', person, personKey)
      if (isNumberTaken) return people.withHolder(problem('nhsNumberOfAnother', 'nhsNumber'), person, personKey)
      const isShared =
        localId !== null && unit.answer !== 'another' && people.isIdOfAnother('localId', person, personKey)
      return isShared ? people.withHolder(problem('localIdOfAnother', 'localId'), person, personKey) : []
    })
    const [clashing] = clash
    if (clashing !== undefined) {
      refuse(clashing, ...people.mergeOf(unit, personKey, { problem: clashing }))
      continue
    }
    for (const { email } of additions) if (email !== null) emails.add(emailAt(email))
    const otherFacets = read.map(({ said }) => (isOfFile ? onlyComparedIn(said.facts, kept, own) : []))
    const candidate = people.take(unit, personKey, fate, kept)
    if (isOfFile) candidate.stored = kept
    const { subjectId } = candidate
    if (fate === 'made') plan.people.set(candidate.key ?? '', subjectOf(unit.told[0].person, group))
    const made = subjectId === null ? plan.people.get(candidate.key ?? '') : undefined
    for (const added of additions.filter((one) => !isNothing(one))) {
      if (made !== undefined) fill(made, added)
      if (subjectId !== null) plan.filled.push({ ...added, subjectId })
    }
    if (subjectId !== null) plan.matched.set(candidate.key ?? subjectId, subjectId)
    for (const [nth, { lines, said, notes, chosen, ...rows }] of read.entries()) {
      const differences = isOfFile ? null : differencesOf(said, candidate.stored)
      const before = takenOf.get(subjectId ?? '') ?? {}
      const isOther = (field: TakenField) =>
        before[field] !== undefined && !isDeepStrictEqual(before[field], differences?.file[field])
      const meant = stillMeant(chosen, rows.differences, differences)
      const taken = meant.filter((field) => !isOther(field))
      if (subjectId !== null && differences !== null && taken.length > 0) {
        const after = pick(differences.file, taken)
        plan.taken.push({ subjectId, before: pick(differences.here, taken), after })
        takenOf.set(subjectId, { ...after, ...before })
      }
      const leftOut = [
        ...merge,
        ...notes.map(at),
        ...placesLeftOut(otherPlaces, problem),
        ...emailsLeftOut(rows.person, candidate.stored.email, problem),
        ...(otherFacets[nth] ?? []).map((facet) => problem('otherThanBefore', fieldOf[facet])),
        ...(isOfFile ? otherThanKept(said, kept, problem) : []),
        ...otherThanTaken(said, candidate.stored, before, meant.filter(isOther), problem),
      ]
      const namesake = candidate.key === null ? null : numberOfNamesake(candidate.key)
      const whose =
        subjectId === null ? ({ person: 'made', made: candidate.key ?? '' } as const) : ({ person: 'matched' } as const)
      const found = fate === 'made' || isOfFile ? {} : { inCommon: fate.agrees }
      say({ ...whose, ...found, subjectId, namesake, problems: leftOut, differences, taken }, lines)
    }
    if (test !== null && testKey !== null) {
      const isRemoved = unit.test?.state === 'removed'
      const who = candidate.key ?? candidate.subjectId ?? ''
      plan.tests.push({ key: testKey, who, formerId: people.formerIn(unit, candidate), record: test, isRemoved })
      testsByKey.set(testKey, plannedTest(testKey, test, !isRemoved))
    }
  }
  await holdPeople(scope, [...new Set(plan.matched.values())])
  return plan
}

/** A plan that makes nothing. */
export function nothingPlanned(): Plan {
  return {
    rows: [],
    people: new Map(),
    matched: new Map(),
    told: () => [],
    taken: [],
    filled: [],
    tests: [],
    known: [],
  }
}

function pick(values: DifferenceValues, fields: readonly TakenField[]): ChangedDetails['before'] {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
}

/** The key that all rows have which tell of a test, whosever it is. */
function keyOfRows({ key }: NonNullable<Unit['test']>): string {
  return key.split('.')[0] ?? key
}

/** The key of a test, which is that of its person among several with the same names and date of birth. */
function testKeyFor(
  keyOf: ReturnType<typeof keyMaker>,
  test: NonNullable<Unit['test']>,
  personKey: string | null,
): string {
  return keyOfNamesake(keyOf(testKeyOfAnybody(test.key)), personKey === null ? 0 : numberOfNamesake(personKey))
}

/** Rows that were taken for tests of two people may be of one after all. */
function plannedTest(
  key: string,
  { analyte_results: analyteResults }: Omit<ImportedRecord, 'subject_id'>,
  isLive: boolean,
): KnownTest {
  return { key, recordId: null, isUnchanged: true, isLive, analyteResults: [...analyteResults] }
}

/** Somebody who is to be made, of whom nothing is told yet beside names and date of birth. */
function subjectOf({ firstName, lastName, dateOfBirth }: ImportedPerson, group: AnsweredGroup): ImportedSubject {
  return {
    groupId: group.id,
    organisationId: group.organisationId,
    email: null,
    firstName,
    lastName,
    dateOfBirth,
    localId: null,
    details: null,
  }
}
