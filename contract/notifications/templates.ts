import type { Result } from '../rules/results.ts'
import type { Country } from '../rules/countries.ts'
import type { NotificationRuleForm } from './rules.ts'
import type { TemplateId } from './template-ids.ts'

/* Rules to begin with. Each names the text that it follows and the day on which that was read; whoever takes one over must
   check it, and nothing is switched on by itself. */

/** What a template says beside its names, which are phrases. */
export interface NotificationTemplate {
  id: TemplateId
  country: Country
  /** The authority, if it is a certain one. */
  authority: string | null
  content: Pick<NotificationRuleForm, 'analytes' | 'results' | 'withinHours' | 'needed' | 'format'>
  /** The text that it follows, in the language of the text. */
  text: string
  url: string
  /** YYYY-MM-DD. */
  readOn: string
}

const sarsCov2 = { name: 'SARS-CoV-2', loinc: '94558-4', snomed: '840533007' }
const influenzaA = { name: 'Influenza A', loinc: '80382-5', snomed: '407479009' }
const influenzaB = { name: 'Influenza B', loinc: '80383-3', snomed: '407480007' }

const ofEngland = {
  country: 'GB',
  authority: 'UKHSA',
  text: 'Health Protection (Notification) Regulations 2010, regulation 4A',
  url: 'https://www.legislation.gov.uk/uksi/2010/659/regulation/4A',
  readOn: '2026-11-25',
} as const

const ofStates = {
  country: 'US',
  authority: null,
  text: 'CDC: Reporting laboratory data',
  url: 'https://www.cdc.gov/covid/php/lab/reporting-lab-data.html',
  readOn: '2026-11-25',
} as const

const ofPersonInEngland = ['name', 'dateOfBirth', 'sex', 'ethnicity', 'address'] as const
const ofPersonInStates = ['name', 'dateOfBirth', 'sex', 'race', 'ethnicity', 'address', 'telephone'] as const
const ofPlaceInStates = ['provider', 'clia', 'labAddress', 'placePhone', 'testCodes'] as const

const everyResult: Result[] = ['positive', 'negative', 'inconclusive', 'invalid']

/** The templates in the order in which they are offered. */
export const notificationTemplates: readonly NotificationTemplate[] = [
  {
    id: 'england-sars-cov-2-day',
    ...ofEngland,
    content: {
      analytes: [sarsCov2],
      results: ['positive', 'inconclusive'],
      withinHours: 24,
      needed: [...ofPersonInEngland, 'telephone'],
      format: 'csv',
    },
  },
  {
    id: 'england-sars-cov-2-week',
    ...ofEngland,
    content: {
      analytes: [sarsCov2],
      results: ['negative', 'invalid'],
      withinHours: 7 * 24,
      needed: [...ofPersonInEngland],
      format: 'csv',
    },
  },
  {
    id: 'england-influenza',
    ...ofEngland,
    content: {
      analytes: [influenzaA, influenzaB],
      results: everyResult,
      withinHours: 7 * 24,
      needed: [...ofPersonInEngland],
      format: 'csv',
    },
  },
  {
    id: 'us-positives',
    ...ofStates,
    content: {
      analytes: [sarsCov2],
      results: ['positive'],
      withinHours: 24,
      needed: [...ofPersonInStates, ...ofPlaceInStates],
      format: 'hl7',
    },
  },
  {
    id: 'us-all',
    ...ofStates,
    content: {
      analytes: [sarsCov2],
      results: everyResult,
      withinHours: 24,
      needed: [...ofPersonInStates, ...ofPlaceInStates],
      format: 'hl7',
    },
  },
]
