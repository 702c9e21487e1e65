import * as z from 'zod/mini'
import { rule } from '../schema.ts'

/** What is counted together: everybody of a group, or each unit of it, with those of no unit as one more. */
export const countedBy = ['group', 'unit'] as const

const whole = (least: number, most: number) =>
  z
    .number()
    .check(rule('wholeNumber', (value) => Number.isInteger(value) && value >= least && value <= most, { least, most }))

/**
 * When positive tests are an outbreak, by the tenant's settings. The usual ones are those of Wisconsin for respiratory
 * outbreaks: three in 72 hours, and over after 28 days without a new one for SARS-CoV-2, or 14 for anything else.
 */
export const outbreakRules = z.strictObject({
  /** False until the tenant switches it on: then nothing is looked for. */
  isOn: z.boolean(),
  /** How many people with a positive test of one analyte within `withinHours` are an outbreak. Each counts once. */
  positives: whole(2, 50),
  withinHours: whole(1, 336),
  countedBy: z.enum(countedBy),
  /** Whole days after that of the latest case, on the clock of the place, after which an outbreak is over. */
  daysSarsCov2: whole(1, 90),
  daysOther: whole(1, 90),
  /** Everybody who is left is to be tested every so many days from the day on which it began. */
  testEveryDays: whole(1, 30),
})
export type OutbreakRules = z.infer<typeof outbreakRules>

export const usualRules: OutbreakRules = {
  isOn: false,
  positives: 3,
  withinHours: 72,
  countedBy: 'group',
  daysSarsCov2: 28,
  daysOther: 14,
  testEveryDays: 7,
}

/** The key of SARS-CoV-2 among analytes, whatever a test kit calls it. */
const sarsCov2 = 'sars-cov-2'

/** The days after which an outbreak of an analyte is over. */
export function closingDays(rules: Pick<OutbreakRules, 'daysSarsCov2' | 'daysOther'>, analyte: string): number {
  return analyte === sarsCov2 ? rules.daysSarsCov2 : rules.daysOther
}

const codesOfSarsCov2 = new Set([
  '840533007',
  '871553007',
  '94558-4',
  '94559-2',
  '94500-6',
  '94534-5',
  '95209-3',
  '97097-0',
])

/**
 * The analyte as it is compared between test kits: SARS-CoV-2 by its codes (SNOMED CT, LOINC) or its names, and any other
 * by its name without regard to case.
 */
export function keyOfAnalyte({
  name,
  loinc,
  snomed,
}: {
  name: string
  loinc: string | null
  snomed: string | null
}): string {
  const isSarsCov2 =
    codesOfSarsCov2.has(snomed ?? '') || codesOfSarsCov2.has(loinc ?? '') || /sars[- ]?cov[- ]?2|covid/i.test(name)
  return isSarsCov2 ? sarsCov2 : name.trim().toLowerCase().slice(0, 200)
}
