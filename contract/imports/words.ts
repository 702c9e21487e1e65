import type { Country } from '../rules/countries.ts'
import { folded } from '../rules/folding.ts'
import type { Result } from '../rules/results.ts'
import { undeterminedWords } from './word-answers.ts'
import { ethnicities, type PersonDetails, type races } from '../subjects/details.ts'

/**
 * The words and codes that files use, folded, with what they mean here. Sources: SimpleReport's guide of bulk uploads
 * and its downloads; the codes are those of HL7 (race, ethnicity) and SNOMED CT (results).
 */
export type Words<T> = ReadonlyMap<string, T>

function wordsOf<T extends string>(meanings: Readonly<Record<T, string>>): Words<T> {
  // The keys are those of the object.
  const pairs = Object.entries(meanings) as [T, string][]
  return new Map(
    pairs.flatMap(([meaning, words]) => words.split('|').map((word): [string, T] => [folded(word), meaning])),
  )
}

export const sexes = ['female', 'male', 'other', 'unknown', 'refused'] as const
export type ImportedSex = (typeof sexes)[number]
export const sexWords = wordsOf<ImportedSex>({
  female: 'female|f|woman|girl|mujer|femenino|weiblich|w|femme|féminin',
  male: 'male|m|man|boy|hombre|masculino|männlich|homme|masculin',
  other: 'other|o|ambiguous|a|not applicable|n|otro|divers|non-binary|nonbinary',
  unknown: 'unknown|u|unk|not known|desconocido|se desconoce|unbekannt|inconnu',
  refused: 'refused|prefer not to say|declined|prefiero no decirlo|keine angabe',
})

export type ImportedRace = keyof typeof races
export const raceWords = wordsOf<ImportedRace>({
  'american-indian':
    'native|native american|american indian|alaska native|american indian or alaska native|indígena americano o nativo de alaska|1002-5',
  asian: 'asian|asiático|asiática|2028-9',
  black: 'black|african american|black or african american|negro o afroamericano|2054-5',
  'pacific-islander':
    'pacific|pacific islander|native hawaiian|native hawaiian or other pacific islander|native hawaiian or pacific islander|nativo de hawái o de otra isla del pacífico|2076-8',
  white: 'white|caucasian|blanco|blanca|2106-3',
  other: 'other|other race|otra raza|2131-1',
  unknown: 'unknown|unk|se desconoce',
  'asked-unknown':
    'se preguntó, pero se desconoce|refused|declined|prefer not to say|ask, but unknown|asked, but unknown|asku',
})

export type ImportedEthnicity = PersonDetails['ethnicity'] | 'refused'
const ethnicityWords = {
  hispanic: 'hispanic|latino|latina|latinx|hispanic or latino|hispanic/latino|hispano o latino|2135-2',
  'not-hispanic':
    'not_hispanic|not hispanic|non-hispanic|non hispanic|not hispanic or latino|non-hispanic or latino|no hispano ni latino|2186-5',
  unknown: 'unknown|unk|se desconoce',
  refused: 'refused|declined|prefer not to say|ask, but unknown|asku',
}

/**
 * The words for ethnicities in a tenant's countries. The letters of HL7's table 0189 (H, N, U) and of the NHS's categories (A to
 * Z) mean different things, so that those of neither are known in a tenant of both.
 */
export function ethnicityWordsOf(countries: readonly Country[]): Words<NonNullable<ImportedEthnicity>> {
  const isUs = countries.includes('US')
  const isElsewhere = countries.some((country) => country !== 'US')
  const name = `${isUs} ${isElsewhere}`
  const known = builtEthnicityWords.get(name)
  if (known !== undefined) return known
  const words = buildEthnicityWords(isUs, isElsewhere)
  builtEthnicityWords.set(name, words)
  return words
}

/** They are asked for with each row. */
const builtEthnicityWords = new Map<string, Words<NonNullable<ImportedEthnicity>>>()

function buildEthnicityWords(isUs: boolean, isElsewhere: boolean): Words<NonNullable<ImportedEthnicity>> {
  const words = new Map<string, NonNullable<ImportedEthnicity>>(wordsOf(ethnicityWords))
  if (isUs && !isElsewhere) {
    for (const [letter, meaning] of [
      ['h', 'hispanic'],
      ['n', 'not-hispanic'],
      ['u', 'unknown'],
    ] as const) {
      words.set(letter, meaning)
    }
  }
  if (!isElsewhere) return words
  for (const [meaning, letter] of Object.entries(ethnicities.GB) as [keyof typeof ethnicities.GB, string][]) {
    words.set(folded(meaning.replaceAll('-', ' ')), meaning)
    if (!isUs) words.set(folded(letter), meaning)
  }
  return words
}

export type ImportedRole = 'staff' | 'resident' | 'student' | 'visitor' | 'unknown'
export const roleWords = wordsOf<ImportedRole>({
  staff: 'staff|employee|teacher|personal|empleado|empleada',
  resident: 'resident|residente',
  student: 'student|pupil|estudiante|alumno|alumna',
  visitor: 'visitor|visitante',
  unknown: 'unknown|unk',
})

export type PhoneKind = 'mobile' | 'landline'
export const phoneKindWords = wordsOf<PhoneKind>({
  mobile: 'mobile|cell|cellphone|cell phone|celular|móvil',
  landline: 'landline|home|fixed',
})

export type Claim = 'yes' | 'no' | 'unknown'
export const claimWords = wordsOf<Claim>({ yes: 'y|yes|true', no: 'n|no|false', unknown: 'u|unk|unknown' })

/** `removed` rows are results that somebody marked as an error; they still show the old result. */
export type Correction = 'original' | 'corrected' | 'removed'
export const correctionWords = wordsOf<Correction>({
  // The letters are those of HL7 table 0085.
  original: 'original|f|final|final result',
  corrected: 'corrected|c|corrected result|correction|amended',
  removed: 'removed|deleted|d|entered in error|wrong|w',
})

/**
 * A result as written. What `undetermined` means is asked for each file: SimpleReport wrote it for lines that could not be
 * read and for devices that failed. `not-done` and `none` are no results.
 */
export type WrittenResult = Result | 'undetermined' | 'not-done' | 'none'
export const resultWords = wordsOf<WrittenResult>({
  positive:
    'positive|pos|pos.|+|detected|det|reactive|presumptive positive|260373001|10828004|11214006|720735008|' +
    'positivo|positiva|detectado|reactivo|positif|positiv',
  negative:
    'negative|neg|neg.|not detected|ndet|non-reactive|nonreactive|non reactive|260415000|260385009|131194007|895231008|' +
    'negativo|negativa|no detectado|no reactivo|négatif|negativ',
  undetermined: undeterminedWords.join('|'),
  inconclusive: '419984006|42425007|82334004|equivocal|indeterminate|indeterminado',
  invalid: 'invalid|invalid result|455371000124106|125154007|invalido',
  'not-done': '373121007|test not done',
  none: 'unknown|',
})

/** What words of results most likely mean that may mean something else, so that somebody must agree. */
export const proposedResults = wordsOf<Result>({
  positive: 'weak positive|weakly positive|weak pos|faint positive|faint line|462371000124108',
  negative: 'nr|nd|-',
  inconclusive: 'borderline',
  invalid: 'error|void|fail|failed',
})

/** Words that stand for an unknown part of an address. */
const unknownAddress = new Set(['** unknown / not given **', 'unknown / not given', 'na', '00000'].map(compared))

export function isUnknownAddress(cell: string): boolean {
  return unknownAddress.has(compared(cell))
}

function compared(cell: string): string {
  return cell.toLowerCase().replaceAll(/[\s*]/g, '')
}

/** The IANA zones of the words that may follow a time. EST and EDT both mean the zone, whatever the season. */
const zonesByWord: Readonly<Record<string, string>> = {
  'America/New_York': 'ET EST EDT',
  'America/Chicago': 'CT CST CDT',
  'America/Denver': 'MT MST MDT',
  'America/Los_Angeles': 'PT PST PDT',
  'America/Anchorage': 'AK AKST AKDT',
  'America/Adak': 'HDT',
  'Pacific/Honolulu': 'HI HST',
  'Pacific/Pago_Pago': 'AS ASM SST',
  'America/Puerto_Rico': 'AST ADT',
  UTC: 'UTC UT GMT Z',
}

export const zoneWords: ReadonlyMap<string, string> = new Map(
  Object.entries(zonesByWord).flatMap(([zone, words]) =>
    words.split(' ').map((word): [string, string] => [word, zone]),
  ),
)
