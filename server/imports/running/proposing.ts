import { createHash } from 'node:crypto'
import type { GroupAnswer, ImportAnswers, KitAnswer } from '../../../contract/imports/answers.ts'
import { comparedHeader } from '../../../contract/imports/recognising.ts'
import type { ImportSummary } from '../../../contract/imports/import.ts'
import { nameOfWord, type WordAnswer } from '../../../contract/imports/word-answers.ts'
import { folded, foldedId } from '../../../contract/rules/folding.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { namedLine } from './judge-test.ts'
import { findGroups, findKits, type AnsweredGroup, type AnsweredKit } from './known-repository.ts'
import { findMappings, findWordMappings, organisationOf, putMappings } from './mappings-repository.ts'
import type { HeldImport } from './repository.ts'

type Line = ImportSummary['devices'][number]

/** The words by which files and kits name what a line tests for. */
const sameConditions = [
  ['covid-19', 'sars-cov-2', 'sarscov2', 'covid'],
  ['flu a', 'influenza a', 'influenza virus a'],
  ['flu b', 'influenza b', 'influenza virus b'],
  ['rsv', 'respiratory syncytial'],
  ['hiv'],
  ['syphilis', 'treponema'],
  ['hepatitis c', 'hcv'],
]

/**
 * Adds answers that nobody has given: those that were given for an earlier file with the same words, else what has the same
 * name here. What is not certain is left to the importer.
 */
export async function withProposals(
  scope: ActorScope,
  { answers: given, summary }: HeldImport,
): Promise<ImportAnswers | null> {
  if (given === null || summary === null) return given
  const answers = withOwnWords(given, summary)
  const answeredKits = new Set(answers.kits.map(namedLine))
  const answeredGroups = new Set(answers.groups.map(({ facility }) => facility))
  const lines = summary.devices.filter((line) => !answeredKits.has(namedLine(line)))
  const facilities = summary.facilities.filter(({ name }) => !answeredGroups.has(name))
  if (lines.length === 0 && facilities.length === 0) return answers
  const kept = await findMappings(scope, organisationOf(scope), [
    ...lines.filter(isNamed).map((line) => nameOf('kit', namedLine(line))),
    ...facilities.flatMap(({ name }) => (name === null ? [] : nameOf('group', JSON.stringify(name)))),
  ])
  const [kits, groups] = [await findKits(scope), await findGroups(scope)]
  const fittingOf = kitsByDevice(
    summary.devices,
    kits.filter(({ retiredAt }) => retiredAt === null),
  )
  const kitAnswers = lines.flatMap((line): KitAnswer[] => {
    const { device, condition, code } = line
    const known = kept.get(nameOf('kit', namedLine(line))) as Pick<KitAnswer, 'assayId' | 'analyteId'> | undefined
    const meant = known ?? proposedKit(line, fittingOf.get(device) ?? [])
    return meant === undefined ? [] : [{ device, condition, code, ...meant }]
  })
  const seen = new Set(groups.map(({ id }) => id))
  const groupsByName = Map.groupBy(groups, ({ name }) => folded(name))
  const groupAnswers = facilities.flatMap(({ name: facility }): GroupAnswer[] => {
    const known = kept.get(nameOf('group', JSON.stringify(facility))) as Pick<GroupAnswer, 'groupId'> | undefined
    const isSeen = known !== undefined && seen.has(known.groupId)
    const named = facility === null ? groups : (groupsByName.get(folded(facility)) ?? [])
    const groupId = (isSeen ? known.groupId : undefined) ?? proposedGroup(facility, named)
    return groupId === undefined ? [] : [{ facility, groupId }]
  })
  if (kitAnswers.length === 0 && groupAnswers.length === 0) return answers
  return { ...answers, kits: [...answers.kits, ...kitAnswers], groups: [...answers.groups, ...groupAnswers] }
}

/**
 * Tells whether a file says anything of a line. Another file that says nothing is of another test, or of another school, as likely as
 * not, so that its kit and its group are asked about once more.
 */
function isNamed({ device, condition, code }: Pick<KitAnswer, 'device' | 'condition' | 'code'>): boolean {
  return device !== '' || condition !== null || code !== null
}

/** Leaves out answers about words that the file does not have, which earlier files had. The same answers if there are none. */
function withOwnWords(answers: ImportAnswers, summary: ImportSummary | null): ImportAnswers {
  const own = new Set(summary?.words?.map(nameOfWord))
  const words = answers.words?.filter((answer) => own.has(nameOfWord(answer)))
  return words === undefined || words.length === answers.words?.length ? answers : { ...answers, words }
}

/** Finds what words meant in earlier files of an organisation or of the tenant. */
export async function findKnownWords(scope: Scope, organisationId: string | null): Promise<WordAnswer[]> {
  const found = (await findWordMappings(scope, organisationId)) as WordAnswer[]
  // An organisation's own answers, which come last, count more.
  return [...new Map(found.map((answer) => [nameOfWord(answer), answer])).values()]
}

function proposedGroup(facility: string | null, groups: readonly AnsweredGroup[]): string | undefined {
  if (facility === null) return groups.length === 1 ? groups[0]?.id : undefined
  const [one, another] = groups
  return another === undefined ? one?.id : undefined
}

/** Finds the kits of each device's name that have each of its lines. A file may name as many devices as a tenant has kits. */
function kitsByDevice(lines: readonly Line[], kits: readonly AnsweredKit[]): Map<string, AnsweredKit[]> {
  const named = new Map<string, AnsweredKit[]>()
  for (const kit of kits) {
    const names = [kit.name, kit.model ?? '', `${kit.manufacturer ?? ''}${kit.name}`]
    for (const name of new Set(names.map(foldedId))) {
      const alike = named.get(name) ?? []
      alike.push(kit)
      named.set(name, alike)
    }
  }
  const ofDevices = Array.from(Map.groupBy(lines, ({ device }) => device))
  return new Map(
    ofDevices.map(([device, own]) => {
      const alike = named.get(foldedId(device)) ?? []
      return [device, alike.filter((kit) => own.every((line) => analyteOf(line, kit) !== undefined))]
    }),
  )
}

/** Proposes the one kit that fits a line's device. */
function proposedKit(
  line: Line,
  [kit, another]: readonly AnsweredKit[],
): Pick<KitAnswer, 'assayId' | 'analyteId'> | undefined {
  const analyte = kit && another === undefined ? analyteOf(line, kit) : undefined
  return kit && analyte && { assayId: kit.id, analyteId: analyte.id }
}

function analyteOf({ condition, code }: Line, { analytes }: AnsweredKit) {
  const byCode = analytes.filter(({ loinc }) => code !== null && loinc === code)
  if (byCode.length === 1) return byCode[0]
  const [only, another] = analytes
  if (condition === null) {
    // A line with another code may test for another disease.
    const isOther = code !== null && only !== undefined && only.loinc !== null
    return another !== undefined || isOther ? undefined : only
  }
  const words = sameConditions.find((same) => same.includes(folded(condition))) ?? [folded(condition)]
  const byName = analytes.filter(({ name }) => words.some((word) => folded(name).includes(word)))
  return byName.length === 1 ? byName[0] : undefined
}

/** The name of an answer among those that are kept; hashed, because files may have anything in any place. */
function nameOf(kind: 'columns' | 'kit' | 'group' | 'word', text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('base64url')
}

/** Keeps the answers of a file that is run, to be proposed for later ones. */
export async function keepMappings(scope: ActorScope, { answers: given, summary }: HeldImport): Promise<void> {
  if (given === null) return
  const answers = withOwnWords(given, summary)
  const kept = [
    ...answers.kits.filter(isNamed).map((answer) => ({
      kind: 'kit' as const,
      named: nameOf('kit', namedLine(answer)),
      meant: { assayId: answer.assayId, analyteId: answer.analyteId },
    })),
    ...answers.groups.flatMap(({ facility, groupId }) =>
      facility === null
        ? []
        : [{ kind: 'group' as const, named: nameOf('group', JSON.stringify(facility)), meant: { groupId } }],
    ),
    ...(answers.words ?? []).map((answer) => ({
      kind: 'word' as const,
      named: nameOf('word', nameOfWord(answer)),
      meant: answer,
    })),
  ]
  if (kept.length === 0) return
  await putMappings(scope, kept)
}

/** How a file without a known layout is read. The order of its dates is asked about for each file. */
type KnownColumns = Pick<ImportAnswers, 'columns'>

/** True if a file has headers by which a later one can be known. */
export function hasHeaders({ headers }: { headers: readonly string[] }): boolean {
  return headers.some((header) => header.trim() !== '')
}

/** Keeps how somebody assigned the columns of a file, for later ones with the same headers. */
export async function keepColumns(
  scope: ActorScope,
  headers: readonly string[],
  { columns }: KnownColumns,
): Promise<void> {
  const meant: KnownColumns = { columns }
  await putMappings(scope, [{ kind: 'columns', named: nameOfHeaders(headers), meant }])
}

/** Finds how the columns of an earlier file with these headers were assigned, in an organisation or in the tenant. */
export async function findKnownColumns(
  scope: Scope,
  organisationId: string | null,
  headers: readonly string[],
): Promise<KnownColumns | undefined> {
  const name = nameOfHeaders(headers)
  const found = (await findMappings(scope, organisationId, [name])).get(name)
  return found as KnownColumns | undefined
}

function nameOfHeaders(headers: readonly string[]): string {
  return nameOf('columns', JSON.stringify(headers.map(comparedHeader)))
}
