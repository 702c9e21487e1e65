import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { DifferenceValues, TakenField } from '../../../contract/imports/differences.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { ImportHead } from '../../../contract/imports/import.ts'
import { testKeyOfAnybody } from '../../../contract/imports/keys.ts'
import type { Facet } from '../../../contract/imports/facets.ts'
import { compareFacts, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import type { DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import type { ActorScope } from '../../access/scope.ts'
import { wordsIn } from '../../platform/phrases.ts'
import { holdPeople, type ChangedDetails, type ImportedDetails, type ImportedSubject } from '../../subjects/service.ts'
import type { ImportedRecord } from '../../test-records/service.ts'
import { findTenantRules } from './tenant-rules.ts'
import { factsOfCandidate, type Candidate } from './candidates.ts'
import { detailsOf, type DetailRules } from './details-of.ts'
import { differencesOf, lackedOf, stillMeant } from './differences-of.ts'
import { fieldOf } from './judge-person.ts'
import { judgeTest, namedLine, type Kits } from './judge-test.ts'
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
import { findPeopleOfFile } from './people-of-file.ts'
import { problemsOf, type ProblemAt } from './places.ts'
import type { FieldProblem } from './read-detail.ts'
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
  filled: { subjectId: string; details: Partial<ImportedDetails> }[]
  tests: { key: string; who: string; record: Omit<ImportedRecord, 'subject_id'>; isRemoved: boolean }[]
}

/** A file with what was answered about it. */
export interface AnsweredFile {
  id: string
  head: ImportHead
  answers: ImportAnswers
}

/** Decides what rows make in the actor's name, by what is here at this time. Matched people are held against merging. */
export async function judge(scope: ActorScope, file: AnsweredFile, rows: readonly PendingRow[]): Promise<Plan> {
  const units = unitsOf(rows)
  const { answers } = file
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
    const facilities = unit.test === null ? unit.person.facilities : [unit.test.first.facility]
    const named = facilities.length === 0 ? [null] : facilities
    const id = named.map((facility) => groupOf.get(facility)).find((groupId) => groupId !== undefined)
    const group = id === undefined ? undefined : groups.get(id)
    return { unit, group, isAnswered: id !== undefined, personKey: keyOf(id ?? '', unit.personKey) }
  })
  const inGroups = placed.flatMap(({ group, ...one }) => (group === undefined ? [] : [{ ...one, group }]))
  const people = await findPeopleOfFile(scope, { importId: file.id, keyOf, problem }, inGroups)
  const knownTests = await findKnownTests(
    scope,
    inGroups.flatMap(({ unit: { test }, personKey }) =>
      test === null ? [] : people.keysOf(personKey).map((key) => testKeyFor(keyOf, test, key)),
    ),
  )
  const rules = await findTenantRules(scope)
  const columns = new Set(file.head.columns.map((column) => column?.field))
  const saidOfAll = { texts: answers.texts, has: (field: ImportField) => columns.has(field) }
  const at = ({ fields, code, value }: FieldProblem): CellProblem => ({
    ...problem(code, ...fields),
    ...(value !== undefined && { value }),
  })

  const plan: Plan = { ...nothingPlanned(), told: () => people.told() }
  const emails = new Set<string>()
  for (const { unit, group, isAnswered, personKey } of placed) {
    const say = (row: Partial<JudgedRow>) => {
      for (const line of unit.lines) {
        plan.rows.push({
          line,
          outcome: 'right',
          skipped: null,
          problems: [],
          person: null,
          namesake: null,
          differences: null,
          ...row,
        })
      }
    }
    const refuse = (...found: CellProblem[]) => say({ outcome: 'wrong', problems: found })
    let notes: CellProblem[] = []
    if (group === undefined) {
      refuse(problem(isAnswered ? 'groupOutOfReach' : 'noGroup', 'facility', 'laboratory', 'facilities'))
      continue
    }
    const fate = people.fateOf(unit, personKey)
    const isUndecided = typeof fate === 'object' && 'problem' in fate
    const key = fate === 'made' ? people.nextKey(personKey) : isUndecided ? null : fate.candidate.key
    const testKey = unit.test && testKeyFor(keyOf, unit.test, key)
    const knownTest = testKey === null || isUndecided ? undefined : knownTests.get(testKey)
    const test = unit.test && judgeTest(unit.test, group, kits, knownTest, problem, words)
    if (test === 'known') {
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
    if (isUndecided) {
      refuse(fate.problem)
      continue
    }
    if (fate === 'made') {
      const details = detailsOf(unit.person, rules, saidOfAll)
      if (details.problems.length > 0) {
        refuse(...details.problems.map(at))
        continue
      }
      notes = [...details.notes.map(at), ...notesOn(unit, problem)]
      const subject = { ...subjectOf(unit, group), details: details.value }
      const email = `${group.id} ${subject.email?.toLowerCase() ?? ''}`
      if (subject.email !== null && emails.has(email)) {
        refuse(problem('emailOfAnother', 'emails'))
        continue
      }
      emails.add(email)
      plan.people.set(people.nextKey(personKey), subject)
    }
    if (fate !== 'made') notes = otherThanBefore(unit, fate.candidate, rules, problem)
    const candidate = people.take(unit, personKey, fate)
    const { subjectId, stored } = candidate
    if (subjectId !== null) plan.matched.set(candidate.key ?? subjectId, subjectId)
    const said = fate === 'made' ? null : detailsOf(unit.person, rules, saidOfAll).value
    const made = subjectId === null ? plan.people.get(candidate.key ?? '') : undefined
    if (made !== undefined && fate !== 'made') fill(made, lackedOf(said, made.details))
    const lacked = candidate.isOfThisFile && stored !== undefined ? lackedOf(said, stored.details) : {}
    if (subjectId !== null && Object.keys(lacked).length > 0) plan.filled.push({ subjectId, details: lacked })
    const {
      emails: [email = null],
      localId,
    } = unit.person
    const differences =
      stored === undefined || candidate.isOfThisFile
        ? null
        : differencesOf({ facts: unit.facts, email, localId, details: said }, stored)
    const taken = stillMeant(unit.chosen, unit.differences, differences)
    if (subjectId !== null && differences !== null && taken.length > 0) {
      plan.taken.push({ subjectId, before: pick(differences.here, taken), after: pick(differences.file, taken) })
    }
    say({
      person: subjectId === null ? 'made' : 'matched',
      namesake: candidate.key === null ? null : numberOfNamesake(candidate.key),
      problems: notes,
      differences,
      taken,
    })
    if (test !== null && testKey !== null) {
      const isRemoved = unit.test?.state === 'removed'
      plan.tests.push({ key: testKey, who: candidate.key ?? candidate.subjectId ?? '', record: test, isRemoved })
      knownTests.set(testKey, plannedTest(testKey, test))
    }
  }
  await holdPeople(scope, [...new Set(plan.matched.values())])
  return plan
}

/** A plan that makes nothing. */
export function nothingPlanned(): Plan {
  return { rows: [], people: new Map(), matched: new Map(), told: () => [], taken: [], filled: [], tests: [] }
}

/** Adds to somebody who is to be made what a later row tells. */
function fill(made: ImportedSubject, lacked: Partial<ImportedDetails>): void {
  if (Object.keys(lacked).length > 0) made.details = { ...noImportedDetails, ...made.details, ...lacked }
}

const noImportedDetails: ImportedDetails = {
  role: null,
  sex: null,
  race: null,
  ethnicity: null,
  language: null,
  telephones: null,
  address: null,
  guardian: null,
  nhsNumber: null,
}

function pick(values: DifferenceValues, fields: readonly TakenField[]): ChangedDetails['before'] {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
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
function plannedTest(key: string, { analyte_results: analyteResults }: Omit<ImportedRecord, 'subject_id'>): KnownTest {
  return { key, isUnchanged: true, analyteResults: [...analyteResults] }
}

function subjectOf({ person }: Unit, group: AnsweredGroup): Omit<ImportedSubject, 'details'> {
  const { firstName, lastName, dateOfBirth, localId, emails } = person
  return {
    groupId: group.id,
    organisationId: group.organisationId,
    email: emails[0] ?? null,
    firstName,
    lastName,
    dateOfBirth,
    localId,
  }
}

/**
 * What a row says otherwise than earlier rows of somebody whom the file makes, as far as it would be kept. An ID settles that they are one
 * person, and not which row is right.
 */
function otherThanBefore(
  { facts }: Unit,
  candidate: Candidate,
  { kept }: Pick<DetailRules, 'kept'>,
  problem: ProblemAt,
): CellProblem[] {
  if (!candidate.isOfThisFile) return []
  const { differs } = compareFacts(...factsOfCandidate(facts, candidate))
  return differs
    .filter((facet) => detailOf[facet] === undefined || kept.includes(detailOf[facet]))
    .map((facet) => problem('otherThanBefore', fieldOf[facet]))
}

/** The detail in which a facet is stored; none for those of the identity. */
const detailOf: Readonly<Partial<Record<Facet, DetailKind>>> = {
  nhsNumber: 'nhsNumber',
  sex: 'sex',
  telephone: 'telephones',
  address: 'address',
  role: 'role',
  guardian: 'guardian',
  race: 'race',
  ethnicity: 'ethnicity',
}

/** What is left out of a person besides details: a second email. */
function notesOn({ person }: Unit, problem: ProblemAt): CellProblem[] {
  const others = person.emails.slice(1)
  return others.length === 0 ? [] : [{ ...problem('emailsLeftOut', 'emails'), value: others.join(', ') }]
}
