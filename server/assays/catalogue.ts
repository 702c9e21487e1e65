import { noMeanings } from '../../contract/assays/meanings.ts'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import { byLocale, locales, type Locale } from '../../contract/locales.ts'
import { catalogue as english } from '../../contract/phrases/en_GB/catalogue.ts'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { results } from '../../contract/rules/results.ts'
import type { SubjectSettings } from '../../contract/tenants/preferences.ts'
import { wordsIn } from '../platform/phrases.ts'

/**
 * Common rapid tests to begin with, of no particular maker. Only certain codes are listed; the source of each is in
 * `docs/assay-catalogue.md`. Times are those of most makers, and whoever takes an entry over checks them against the
 * kit's instructions.
 */

/** What follows `kit.`, `line.` or `specimen.` in a phrase of the catalogue. */
type NameOf<Kind extends string, Key = PhraseKey> = Key extends `catalogue:${Kind}.${infer Name}` ? Name : never
/** The name of a line, with its LOINC code and its SNOMED CT code. */
type Line = readonly [name: NameOf<'line'>, loinc?: string | null, snomed?: string | null]

type Entry = readonly [
  id: NameOf<'kit'>,
  lines: readonly Line[],
  ofSpecimens: readonly (keyof typeof specimens)[],
  minutes: readonly [from: number, until: number],
]

/** Each specimen with its SNOMED CT code. */
const specimens = {
  nasal: '445297001',
  nasopharyngeal: '258500001',
  throat: '258529004',
  capillary: '122554006',
  venous: '122555007',
  serum: '119364003',
  plasma: '119361006',
  oralFluid: '441620008',
  urine: '122575003',
  stool: '119339001',
  vaginal: '258520000',
  urethral: '258530009',
  faeces: '119339001',
  rectal: null,
  blood: null,
  earNotch: null,
  milk: null,
  vesicle: null,
  eyeSwab: null,
  cloacal: null,
} as const satisfies Record<NameOf<'specimen'>, string | null>

const sarsCov2: Line = ['sars-cov-2', '94558-4', '840533007']
const influenzaA: Line = ['influenza-a', '80382-5', '407479009']
const influenzaB: Line = ['influenza-b', '80383-3', '407480007']
const rsv: Line = ['rsv', '72885-7', '6415009']
const airways = ['nasal', 'nasopharyngeal'] as const
const blood = ['capillary', 'venous', 'serum', 'plasma'] as const

const forPeople: readonly Entry[] = [
  ['covid-19', [sarsCov2], airways, [15, 30]],
  ['influenza', [influenzaA, influenzaB], airways, [10, 20]],
  ['covid-19-influenza', [sarsCov2, influenzaA, influenzaB], airways, [15, 20]],
  ['respiratory-four', [sarsCov2, influenzaA, influenzaB, rsv], airways, [15, 20]],
  ['rsv', [rsv], airways, [15, 20]],
  ['strep-a', [['streptococcus-pyogenes', '78012-2', '80166006']], ['throat'], [5, 10]],
  [
    'hiv',
    [['hiv-1-2-antibody', '80387-4', '19030005']],
    ['capillary', 'venous', 'serum', 'plasma', 'oralFluid'],
    [15, 20],
  ],
  [
    'malaria',
    [
      ['plasmodium-falciparum', '76772-3', '30020004'],
      ['plasmodium-vivax', null, '74746009'],
    ],
    ['capillary', 'venous'],
    [15, 30],
  ],
  ['syphilis', [['treponema-pallidum-antibody', '24110-9', '72904005']], blood, [15, 20]],
  [
    'dengue',
    [
      ['dengue-ns1-antigen', '75377-2', '34348001'],
      ['dengue-igg', '100964-6', '34348001'],
      ['dengue-igm', '29663-2', '34348001'],
    ],
    blood,
    [15, 20],
  ],
  ['hcg', [['hcg', '2106-3']], ['urine'], [3, 10]],
  ['mononucleosis', [['heterophile-antibody']], blood, [5, 10]],
  ['faecal-blood', [['haemoglobin', '29771-3']], ['stool'], [5, 10]],
  ['h-pylori', [['helicobacter-pylori', '17780-8', '80774000']], ['stool'], [10, 15]],
  ['hepatitis-b', [['hbsag', '75410-1', '81665004']], blood, [15, 30]],
  [
    'hepatitis-c',
    [['hcv-antibody', '72376-7', '62944002']],
    ['capillary', 'venous', 'serum', 'plasma', 'oralFluid'],
    [20, 40],
  ],
  ['chlamydia', [['chlamydia-trachomatis', null, '63938009']], ['vaginal', 'urethral', 'urine'], [10, 20]],
  ['gonorrhoea', [['neisseria-gonorrhoeae', null, '68704007']], ['vaginal', 'urethral'], [10, 20]],
  ['legionella', [['legionella', '32781-7']], ['urine'], [15, 20]],
  ['pneumococcus', [['streptococcus-pneumoniae', null, '9861002']], ['urine'], [15, 20]],
  ['rotavirus-adenovirus', [['rotavirus'], ['adenovirus']], ['stool'], [10, 15]],
  ['norovirus', [['norovirus']], ['stool'], [15, 20]],
  [
    'c-difficile',
    [
      ['c-difficile-gdh', null, '5933001'],
      ['c-difficile-toxin-a', null, '5933001'],
      ['c-difficile-toxin-b', null, '5933001'],
    ],
    ['stool'],
    [10, 15],
  ],
  [
    'drugs',
    [
      ['amphetamine', '19343-3'],
      ['methamphetamine', '19554-5'],
      ['mdma', '19568-5'],
      ['benzodiazepines', '14316-4'],
      ['cannabinoids', '18282-4'],
      ['cocaine', '19359-9'],
      ['methadone', '19550-3'],
      ['opiates', '19295-5'],
    ],
    ['urine'],
    [5, 10],
  ],
]

const forAnimals: readonly Entry[] = [
  ['bvd', [['bovine-viral-diarrhoea-virus']], ['earNotch', 'blood', 'serum'], [20, 30]],
  ['canine-parvovirus', [['canine-parvovirus']], ['faeces', 'rectal'], [5, 10]],
  ['canine-distemper', [['canine-distemper-virus']], ['eyeSwab', 'nasal'], [5, 10]],
  ['heartworm', [['dirofilaria-immitis']], ['blood', 'serum', 'plasma'], [5, 10]],
  ['fiv-felv', [['fiv-antibody'], ['felv-antigen']], ['blood', 'serum', 'plasma'], [10, 15]],
  [
    'calf-scours',
    [['bovine-rotavirus'], ['bovine-coronavirus'], ['e-coli-k99'], ['cryptosporidium']],
    ['faeces'],
    [10, 15],
  ],
  ['fmd', [['foot-and-mouth-disease-virus']], ['vesicle'], [10, 15]],
  ['avian-influenza', [['influenza-a', null, '407479009']], ['cloacal'], [10, 20]],
  ['milk-antibiotics', [['beta-lactams'], ['tetracyclines']], ['milk'], [8, 10]],
]

/** Returns every built-in entry as the form of an assay in a language: those for people, then those for animals. */
export function builtInEntries(locale: Locale) {
  const t = wordsIn(locale)
  const said =
    (kind: SubjectSettings['kind']) =>
    ([id, lines, ofSpecimens, [from, until]]: Entry) => {
      const form: AssayForm = {
        name: t(`catalogue:kit.${id}`),
        manufacturer: null,
        model: null,
        gtin: null,
        analytes: lines.map(([name, loinc = null, snomed = null]) => ({
          id: null,
          name: t(`catalogue:line.${name}`),
          loinc,
          snomed,
        })),
        specimens: ofSpecimens.map((name) => ({ name: t(`catalogue:specimen.${name}`), snomed: specimens[name] })),
        offeredResults: [...results],
        readFromMinutes: from,
        readUntilMinutes: until,
        imageRequired: false,
        requiresTimer: false,
        twoReaders: false,
        instructions: byLocale(() => ''),
        meanings: noMeanings,
        pictures: [],
        organisationIds: null,
        isDefault: false,
      }
      return { id, kind, form }
    }
  return [...forPeople.map(said('human')), ...forAnimals.map(said('non-human'))]
}

/** The phrases of the catalogue, by their words in each locale; the first of those that are said alike. */
const known = new Map(
  (Object.keys(english) as (keyof typeof english)[])
    .toReversed()
    .flatMap((key) => locales.map((locale) => [wordsIn(locale)(`catalogue:${key}`), key] as const)),
)

/** Translates a name of the built-in catalogue; any other name stays as it is. */
export function inLanguage(name: string, locale: Locale): string {
  const key = known.get(name)
  return key === undefined ? name : wordsIn(locale)(`catalogue:${key}`)
}
