import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { ImportHead } from '../../../contract/imports/import.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import type { ActorScope } from '../../access/scope.ts'
import { wordsIn } from '../../platform/phrases.ts'
import { findKnownPeople, holdPeople, keyOfNames, type ImportedSubject } from '../../subjects/service.ts'
import type { ImportedRecord } from '../../test-records/service.ts'
import { findTenantRules } from './tenant-rules.ts'
import { detailsOf } from './details-of.ts'
import { areTwo, judgePerson, type Distinct, type PersonFate } from './judge-person.ts'
import { judgeTest, namedLine, type Kits } from './judge-test.ts'
import {
  findGroups,
  findKits,
  findKnownTests,
  findMadePeople,
  secretOf,
  type AnsweredGroup,
} from './known-repository.ts'
import { keyMaker } from './made-keys.ts'
import { problemsOf, type ProblemAt } from './places.ts'
import type { FieldProblem } from './read-detail.ts'
import { unitsOf, type JudgedRow, type PendingRow, type Unit } from './units.ts'

/** What rows make. People and tests are known by the keys that are kept of them. */
export interface Plan {
  rows: JudgedRow[]
  /** Those who are to be made, by their keys. */
  people: Map<string, ImportedSubject>
  /** Those who are known here, by their keys. */
  matched: Map<string, string>
  tests: { key: string; personKey: string; record: Omit<ImportedRecord, 'subject_id'>; isRemoved: boolean }[]
}

/** A file with what was answered about it. */
export interface AnsweredFile {
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
  const kits: Kits = { byId, answers: new Map(answers.kits.map((answer) => [namedLine(answer), answer])) }
  const secret = await secretOf(scope)
  const keyOf = keyMaker(secret)
  const problem = problemsOf(file.head)
  const words = wordsIn(scope.locale)

  const placed = units.map((unit) => {
    const facilities = unit.test === null ? unit.person.facilities : [unit.test.first.facility]
    const named = facilities.length === 0 ? [null] : facilities
    const id = named.map((facility) => groupOf.get(facility)).find((groupId) => groupId !== undefined)
    const group = id === undefined ? undefined : groups.get(id)
    return {
      unit,
      group,
      isAnswered: id !== undefined,
      personKey: keyOf(id ?? '', unit.personKey),
      testKey: unit.test && keyOf(unit.test.key),
    }
  })
  const inGroups = placed.flatMap(({ group, ...one }) => (group === undefined ? [] : [{ ...one, group }]))
  const knownTests = await findKnownTests(
    scope,
    inGroups.flatMap(({ testKey }) => testKey ?? []),
  )
  const { fates, distinct } = await fatesOf(scope, inGroups, problem)
  const rules = await findTenantRules(scope)
  const columns = new Set(file.head.columns.map((column) => column?.field))
  const saidOfAll = { texts: answers.texts, has: (field: ImportField) => columns.has(field) }
  const at = ({ fields, code, value }: FieldProblem): CellProblem => ({
    ...problem(code, ...fields),
    ...(value !== undefined && { value }),
  })

  const plan: Plan = { rows: [], people: new Map(), matched: new Map(), tests: [] }
  const emails = new Set<string>()
  for (const { unit, group, isAnswered, personKey, testKey } of placed) {
    const say = (row: Partial<JudgedRow>) => {
      for (const line of unit.lines) {
        plan.rows.push({ line, outcome: 'right', skipped: null, problems: [], person: null, ...row })
      }
    }
    const refuse = (...found: CellProblem[]) => say({ outcome: 'wrong', problems: found })
    let notes: CellProblem[] = []
    if (group === undefined) {
      refuse(problem(isAnswered ? 'groupOutOfReach' : 'noGroup', 'facility', 'laboratory', 'facilities'))
      continue
    }
    const test = unit.test && judgeTest(unit.test, group, kits, knownTests.get(testKey ?? ''), problem, words)
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
    const fate = plan.people.has(personKey) ? 'made' : (fates.get(personKey) ?? 'made')
    if (typeof fate === 'object' && 'problem' in fate) {
      refuse(fate.problem)
      continue
    }
    const before = distinct.get(personKey)
    if (before !== undefined && areTwo(before, unit.person)) {
      refuse(problem('localIdOfAnother', 'localId'))
      continue
    }
    if (before === undefined || before.localId === null) distinct.set(personKey, unit.person)
    if (fate === 'made' && !plan.people.has(personKey)) {
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
      plan.people.set(personKey, subject)
    }
    if (fate !== 'made') plan.matched.set(personKey, fate.subjectId)
    say({ person: fate === 'made' ? 'made' : 'matched', problems: notes })
    if (test !== null && testKey !== null) {
      plan.tests.push({ key: testKey, personKey, record: test, isRemoved: unit.test?.state === 'removed' })
    }
  }
  await holdPeople(scope, [...new Set(plan.matched.values())])
  return plan
}

interface Placed {
  unit: Unit
  group: AnsweredGroup
  personKey: string
}

/**
 * Decides who the people are, each once and by the first row. Those whom a file has made before are known by their keys, and by what
 * told them from namesakes then.
 */
async function fatesOf(
  scope: ActorScope,
  placed: readonly Placed[],
  problem: ReturnType<typeof problemsOf>,
): Promise<{ fates: Map<string, PersonFate>; distinct: Map<string, Distinct> }> {
  const byKey = new Map(placed.toReversed().map((one) => [one.personKey, one]))
  const made = await findMadePeople(scope, [...byKey.keys()])
  const others = [...byKey.values()].filter(({ personKey }) => !made.has(personKey))
  const sought = others.map(({ unit: { person }, group }) => ({
    groupId: group.id,
    email: person.emails[0] ?? null,
    nameKey: keyOfNames(person),
    dateOfBirth: person.dateOfBirth,
  }))
  const known = sought.length === 0 ? [] : await findKnownPeople(scope, sought)
  const fates = new Map<string, PersonFate>(Array.from(made, ([key, { subjectId }]) => [key, { subjectId }]))
  const byGroup = Map.groupBy(known, ({ groupId }) => groupId)
  for (const [at, { personKey, unit, group }] of others.entries()) {
    const { email, nameKey, dateOfBirth } = sought[at] ?? { email: null, nameKey: '', dateOfBirth: '' }
    const like = (byGroup.get(group.id) ?? []).filter(
      (one) =>
        (one.isByEmail && (email === null ? false : isEmailOf(one, email))) ||
        (one.nameKey === nameKey && one.dateOfBirth === dateOfBirth),
    )
    fates.set(personKey, judgePerson(unit, like, scope.tenant.identifiesBy, problem))
  }
  const distinct = new Map<string, Distinct>()
  for (const [key, { localId, email }] of made) distinct.set(key, { localId, emails: email === null ? [] : [email] })
  return { fates, distinct }
}

function isEmailOf({ soughtEmail }: { soughtEmail: string | null }, email: string): boolean {
  return soughtEmail === email.toLowerCase()
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

/** What is left out of a person besides details: a second email. */
function notesOn({ person }: Unit, problem: ProblemAt): CellProblem[] {
  const others = person.emails.slice(1)
  return others.length === 0 ? [] : [{ ...problem('emailsLeftOut', 'emails'), value: others.join(', ') }]
}
