import type { KitAnswer } from '../../../contract/imports/answers.ts'
import { removedAtSource, type CellProblem } from '../../../contract/imports/problems.ts'
import { folded } from '../../../contract/rules/folding.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { lengthOf } from '../../../contract/rules/written-characters.ts'
import type { ImportedRecord } from '../../test-records/service.ts'
import type { AnsweredGroup, AnsweredKit, KnownTest } from './known-repository.ts'
import type { Translate } from '../../platform/phrases.ts'
import type { ProblemAt } from './places.ts'
import type { Unit } from './units.ts'

/** The most characters of the note of a record. */
const mostNoteCharacters = 1000

type Test = NonNullable<Unit['test']>

/** A record without its subject, or why there is none. */
type TestFate = Omit<ImportedRecord, 'subject_id'> | 'known' | { problem: CellProblem }

/** The kits that were answered. */
export interface Kits {
  answers: ReadonlyMap<string, KitAnswer>
  byId: ReadonlyMap<string, AnsweredKit>
  /** The devices whose tests may have fewer lines than their kits. */
  fewerLines: ReadonlySet<string>
}

/** A device and a line of its tests as the answers name them. */
export function namedLine({ device, condition, code }: Pick<KitAnswer, 'device' | 'condition' | 'code'>): string {
  return JSON.stringify([device, condition, code])
}

/** What there is of a test besides the rows that can be read. */
interface Besides {
  /** What was made before. */
  known: KnownTest | undefined
  /** A row of it that cannot be read yet. */
  waiting: number | undefined
}

/** Builds the record of a test in a group, by the rules of recording that hold for files. */
export function judgeTest(
  test: Test,
  group: AnsweredGroup,
  kits: Kits,
  { known, waiting }: Besides,
  problem: ProblemAt,
  words: Translate,
): TestFate {
  const refuse = (code: Parameters<ProblemAt>[0], ...fields: Parameters<ProblemAt>[1][]) => ({
    problem: problem(code, ...fields),
  })
  const { first } = test
  const removed = test.rows.filter(({ correction }) => correction === 'removed').length
  if (removed > 0 && removed < test.rows.length) return refuse('removedInPart', 'correction')
  const device = first.deviceModel ?? first.deviceName ?? ''
  const answered = test.results.map(({ condition, code }) => kits.answers.get(namedLine({ device, condition, code })))
  const [answer] = answered
  if (answer === undefined || answered.includes(undefined)) return refuse('noKit', 'deviceModel', 'deviceName')
  if (answered.some((one) => one?.assayId !== answer.assayId)) return refuse('linesUnlike', 'deviceModel', 'deviceName')
  const kit = kits.byId.get(answer.assayId)
  const isAllowed = kit?.organisationIds?.includes(group.organisationId) ?? true
  if (kit === undefined || !isAllowed) return refuse('noKit', 'deviceModel', 'deviceName')

  const results = new Map<string, Result>()
  for (const [at, { result }] of test.results.entries()) {
    const analyteId = answered[at]?.analyteId ?? ''
    if (results.has(analyteId)) return refuse('linesUnlike', 'condition', 'testCode')
    if (!kit.offeredResults.includes(result)) return refuse('resultNotOffered', 'result')
    results.set(analyteId, result)
  }
  const analyteResults = kit.analytes.flatMap(({ id, name }) => {
    const result = results.get(id)
    return result === undefined ? [] : [{ analyteId: id, analyteName: name, result }]
  })
  if (analyteResults.length < kit.analytes.length && !kits.fewerLines.has(device))
    return refuse('linesMissing', 'condition', 'testCode', 'result')
  if (known !== undefined) {
    if (!isSameAs(known, results)) return { problem: { ...problem('differs', 'result'), ...standingRecord(known) } }
    return known.isLive && test.state === 'removed' ? { problem: standsRemoved(problem, known) } : 'known'
  }
  if (analyteResults.length < kit.analytes.length && waiting !== undefined) {
    return { problem: { ...problem('otherRowWaits', 'condition', 'testCode', 'result'), value: waiting } }
  }
  if (group.isSuspended) return refuse('groupSuspended', 'facility', 'laboratory')
  if (kit.retiredAt !== null && new Date(first.performedAt) > kit.retiredAt) {
    return refuse('kitRetired', 'deviceModel', 'deviceName')
  }
  const said = saidOf(test, kit, words)
  if (said.note !== null && lengthOf(said.note) > mostNoteCharacters) {
    return { problem: { ...problem('tooLong', 'note', 'symptoms'), value: mostNoteCharacters } }
  }
  return {
    organisation_id: group.organisationId,
    group_id: group.id,
    assay_id: kit.id,
    assay_version: kit.version,
    analyte_results: analyteResults,
    performed_at: first.performedAt,
    performed_zone: first.performedZone,
    ...said,
    state: test.state === 'corrected' ? 'corrected' : 'recorded',
    source_recorded_by: first.submitter,
  }
}

/** Why a row waits that calls a test removed whose record stands here: somebody decides whether that is voided. */
export function standsRemoved(problem: ProblemAt, known: KnownTest): CellProblem {
  return { ...problem('differs', 'correction'), value: removedAtSource, ...standingRecord(known) }
}

function standingRecord({ recordId }: KnownTest): Pick<CellProblem, 'recordId'> {
  return recordId === null ? {} : { recordId }
}

/** Tells whether the record says the same of all these lines, or was corrected here, which counts more than the file. */
function isSameAs({ isUnchanged, analyteResults }: KnownTest, results: ReadonlyMap<string, Result>): boolean {
  if (!isUnchanged) return true
  return (
    results.size <= analyteResults.length &&
    analyteResults.every(({ analyteId, result }) => results.get(analyteId) === result)
  )
}

/** The specimen, if it is one of the kit's, and a note of what else the rows say, in the importer's language. */
function saidOf({ rows }: Test, kit: AnsweredKit, words: Translate): { specimen: string | null; note: string | null } {
  const specimens = new Map(
    saidIn(rows, 'specimen').map((said) => {
      const isNamed = ({ snomed, name }: AnsweredKit['specimens'][number]) =>
        snomed === said || folded(name) === folded(said)
      return [said, kit.specimens.find(isNamed)?.name]
    }),
  )
  const own = [...specimens.values()].find((name) => name !== undefined) ?? null
  const others = [...specimens].flatMap(([said, name]) => (name === undefined || name !== own ? [said] : []))
  const symptoms = saidIn(rows, 'symptoms').filter((said) => folded(said) !== 'no symptoms')
  const said = [
    ...saidIn(rows, 'note'),
    ...others.map((value) => words('imports:said.specimen', { value })),
    ...symptoms.map((value) => words('imports:said.symptoms', { value })),
    ...saidIn(rows, 'symptomOnset').map((value) => words('imports:said.onset', { value })),
    ...saidIn(rows, 'correctionReason'),
  ]
  return { specimen: own, note: said.length === 0 ? null : said.join('\n') }
}

type Said = 'specimen' | 'note' | 'symptoms' | 'symptomOnset' | 'correctionReason'

/** What the rows of a test say in a field, each once. */
function saidIn(rows: Test['rows'], field: Said): string[] {
  return [...new Set(rows.flatMap((row) => row[field] ?? []))]
}
