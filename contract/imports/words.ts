import { folded } from '../rules/folding.ts'
import type { Result } from '../rules/results.ts'

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
  female: 'female|f|mujer|femenino',
  male: 'male|m|hombre|masculino',
  other: 'other|o|ambiguous|a|not applicable|n|otro',
  unknown: 'unknown|u|unk|desconocido',
  refused: 'refused',
})

export type ImportedRace = 'native' | 'asian' | 'black' | 'pacific' | 'white' | 'other' | 'unknown' | 'refused'
export const raceWords = wordsOf<ImportedRace>({
  native: 'native|american indian or alaska native|1002-5',
  asian: 'asian|2028-9',
  black: 'black|black or african american|2054-5',
  pacific: 'pacific|native hawaiian or other pacific islander|2076-8',
  white: 'white|2106-3',
  other: 'other|2131-1',
  unknown: 'unknown|unk',
  refused: 'refused|ask, but unknown|asku',
})

export type ImportedEthnicity = 'hispanic' | 'not-hispanic' | 'unknown' | 'refused'
export const ethnicityWords = wordsOf<ImportedEthnicity>({
  hispanic: 'hispanic|hispanic or latino|2135-2',
  'not-hispanic': 'not_hispanic|not hispanic|not hispanic or latino|2186-5',
  unknown: 'unknown|unk',
  refused: 'refused|ask, but unknown|asku',
})

export type ImportedRole = 'staff' | 'resident' | 'student' | 'visitor' | 'unknown'
export const roleWords = wordsOf<ImportedRole>({
  staff: 'staff',
  resident: 'resident',
  student: 'student',
  visitor: 'visitor',
  unknown: 'unknown|unk',
})

export type PhoneKind = 'mobile' | 'landline'
export const phoneKindWords = wordsOf<PhoneKind>({ mobile: 'mobile|cell', landline: 'landline|home' })

export type Claim = 'yes' | 'no' | 'unknown'
export const claimWords = wordsOf<Claim>({ yes: 'y|yes|true', no: 'n|no|false', unknown: 'u|unk|unknown' })

/** `removed` rows are results that somebody marked as an error; they still show the old result. */
export type Correction = 'original' | 'corrected' | 'removed'
export const correctionWords = wordsOf<Correction>({
  original: 'original|f|final',
  corrected: 'corrected|c',
  removed: 'removed',
})

/**
 * A result as written. What `undetermined` means is asked for each file: SimpleReport wrote it for lines that could not be
 * read and for devices that failed. `not-done` and `none` are no results.
 */
export type WrittenResult = Result | 'undetermined' | 'not-done' | 'none'
export const resultWords = wordsOf<WrittenResult>({
  positive: 'positive|detected|reactive|presumptive positive|260373001|10828004|11214006|720735008|positivo|detectado',
  negative: 'negative|not detected|non-reactive|260415000|260385009|131194007|895231008|negativo|no detectado',
  undetermined: 'undetermined|inconclusive',
  inconclusive: '419984006|42425007|82334004|equivocal|indeterminate|indeterminado',
  invalid: 'invalid|invalid result|455371000124106|125154007|invalido',
  'not-done': '373121007|test not done',
  none: 'unknown|',
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
