import type { PersonAnswer } from '../../../contract/imports/import.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import { compareFacts, factsOf, isSettled, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import { personQuestions } from '../../../contract/imports/problems.ts'
import type { ActorScope } from '../../access/scope.ts'
import { judge, type AnsweredFile } from './judging.ts'
import { findTellings, readContents, type Telling } from './namesakes-repository.ts'
import { problemsOf } from './places.ts'
import { putJudged } from './repository.ts'
import type { JudgedRow, PendingRow } from './units.ts'

/** The ways of telling of people that are judged at once, at least all of one name, and the rows that are stored at once. */
const tellingsAtOnce = 300
const rowsAtOnce = 5000

/** More ways of telling of one name than this are not compared with each other, because a file with more was made to take time. */
const mostCompared = 50

/** The reasons why rows wait that lie in who their people are. */
const reasons: ReadonlySet<string> = new Set([
  ...personQuestions,
  'emailNeeded',
  'emailOfAnother',
  'nhsNumberOfAnother',
  'whichPerson',
])

/**
 * Judges who the people of a file are, over all of its rows: each way of telling of somebody once, where a name and a date of
 * birth are told of in several ways. Rows of somebody who may be another person wait. With keys it does so for
 * these people alone, also for the rows that wait for an answer.
 */
export async function tellNamesakesApart(
  scope: ActorScope,
  file: AnsweredFile,
  personKeys?: readonly string[],
): Promise<void> {
  const all = await findTellings(scope, file.id, personKeys)
  for (let at = 0; at < all.length;) {
    let end = Math.min(at + tellingsAtOnce, all.length)
    while (end < all.length && all[end]?.personKey === all[end - 1]?.personKey) end += 1
    await judgeTellings(scope, file, all.slice(at, end))
    at = end
  }
}

async function judgeTellings(scope: ActorScope, file: AnsweredFile, tellings: readonly Telling[]): Promise<void> {
  const contents = await readContents(
    scope,
    file.id,
    tellings.map(({ lines }) => lines[0] ?? 0),
  )
  const told = tellings.flatMap((telling) => {
    const content = contents.get(telling.lines[0] ?? 0)
    return content?.person ? [{ ...telling, content, facts: factsOf(content.person) }] : []
  })
  const plan = await judge(scope, file, told.map(rowOf))
  const judged = new Map(plan.rows.map((row) => [row.line, row]))
  const groupOf = new Map(file.answers.groups.map(({ facility, groupId }) => [facility, groupId]))
  const people = told.flatMap((telling) => {
    const row = judged.get(telling.lines[0] ?? 0)
    const groupId = groupOf.get(facilityOf(telling.content)) ?? ''
    return row === undefined ? [] : [{ ...telling, row, groupId }]
  })
  const which = problemsOf(file.head)('whichPerson', 'localId', 'middleName', 'lastName')
  for (const ofOneName of Map.groupBy(people, ({ personKey, groupId }) => `${groupId} ${personKey}`).values()) {
    const unclear = ofOneName.length > mostCompared ? [] : ofOneName.filter((one) => mayBeEither(one, ofOneName))
    for (const one of unclear) {
      one.row = { ...one.row, outcome: 'wrong', problems: [which], person: null, namesake: null, subjectId: null }
    }
  }
  const rows = people.flatMap(({ row, lines }) =>
    row.outcome === 'right' || row.problems.some(({ code }) => reasons.has(code))
      ? lines.map((line) => ({ ...row, line }))
      : [],
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) await putJudged(scope, file.id, rows.slice(at, at + rowsAtOnce))
}

/** A way of telling of somebody as a row of a roster, because nothing is asked about its tests. */
function rowOf({ lines, content, personKey, answer }: Telling & { content: Content }): PendingRow {
  const facility = facilityOf(content)
  const person = content.person && { ...content.person, facilities: facility === null ? [] : [facility] }
  return { line: lines[0] ?? 0, content: { person, test: null, results: [] }, personKey, testKey: null, answer }
}

type Content = Pick<ImportedRow, 'person' | 'test' | 'results'>

function facilityOf({ person, test }: Content): string | null {
  return test === null ? (person?.facilities[0] ?? null) : test.facility
}

interface Person {
  row: JudgedRow
  answer: PersonAnswer | null
  facts: PersonFacts
}

/** Tells whether a row says too little to tell which of two people of the file it is of: one of whom may be asked about. */
function mayBeEither(one: Person, all: readonly Person[]): boolean {
  const { row, answer } = one
  if (row.outcome !== 'right') return false
  // It was said that this is somebody who was here before.
  if (answer === 'same' && row.inCommon !== undefined) return false
  const own = all.filter((other) => isOfOne(row, other.row))
  const agreed = own.filter((other) => other !== one).map(({ facts }) => compareFacts(one.facts, facts).agrees)
  const others = all
    .filter((other) => !own.includes(other) && (other.row.outcome === 'right' || mayBeAnother(other.row)))
    // It was said that this is nobody who was here before.
    .filter((other) => answer !== 'another' || other.row.inCommon === undefined)
  const like = others
    .map(({ facts }) => compareFacts(one.facts, facts))
    .filter(({ contradicts }) => contradicts.length === 0)
  // Twins share the email of their family, which then does not tell whose a row is.
  const isShared = like.some(({ agrees }) => agrees.includes('email'))
  const settling = [...agreed, row.inCommon ?? []]
  if (settling.some((agrees) => isSettled({ agrees }) || (agrees.includes('email') && !isShared))) return false
  const most = Math.max(0, ...agreed.map(({ length }) => length))
  return like.some(({ agrees }) => agrees.length >= most)
}

/** Tells whether two rows are of one person. Somebody whom no file has made has no number, before it is said that they are the same. */
function isOfOne(one: JudgedRow, other: JudgedRow): boolean {
  if (other.outcome !== 'right' || one.subjectId !== other.subjectId) return false
  return one.subjectId !== null || one.namesake === other.namesake
}

/** Tells whether a row waits that may be of somebody else of the same name. */
function mayBeAnother({ problems }: JudgedRow): boolean {
  return problems.some(({ code }) => code === 'mayBeTwo' || code === 'personUncertain' || code === 'emailOfAnother')
}
