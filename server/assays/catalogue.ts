import { noMeanings } from '../../contract/assays/meanings.ts'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import { byLocale, type Locale } from '../../contract/locales.ts'
import { results } from '../../contract/rules/results.ts'
import type { SubjectSettings } from '../../contract/tenants/preferences.ts'

/**
 * Common rapid tests to begin with, of no particular maker. Only certain codes are listed; the source of each is in
 * `docs/assay-catalogue.md`. Times are those of most makers, and whoever takes an entry over checks them against the
 * kit's instructions.
 */

/** British English and Mexican Spanish; American English only where its spelling differs. */
type Words = readonly [english: string, spanish: string, american?: string]
/** The name of a line, with its LOINC code and its SNOMED CT code. */
type Line = readonly [name: Words, loinc?: string | null, snomed?: string | null]

interface Entry {
  id: string
  name: Words
  lines: readonly Line[]
  specimens: readonly (keyof typeof specimens)[]
  minutes: readonly [from: number, until: number]
}

const specimens = {
  nasal: [['Nasal swab', 'Hisopo nasal'], '445297001'],
  nasopharyngeal: [['Nasopharyngeal swab', 'Hisopo nasofaríngeo'], '258500001'],
  throat: [['Throat swab', 'Hisopo faríngeo'], '258529004'],
  capillary: [['Capillary blood', 'Sangre capilar'], '122554006'],
  venous: [['Venous blood', 'Sangre venosa'], '122555007'],
  serum: [['Serum', 'Suero'], '119364003'],
  plasma: [['Plasma', 'Plasma'], '119361006'],
  oralFluid: [['Oral fluid', 'Fluido oral'], '441620008'],
  urine: [['Urine', 'Orina'], '122575003'],
  stool: [['Stool', 'Materia fecal'], '119339001'],
  vaginal: [['Vaginal swab', 'Hisopo vaginal'], '258520000'],
  urethral: [['Urethral swab', 'Hisopo uretral'], '258530009'],
  faeces: [['Faeces', 'Heces', 'Feces'], '119339001'],
  rectal: [['Rectal swab', 'Hisopo rectal'], null],
  blood: [['Blood', 'Sangre'], null],
  earNotch: [['Ear notch', 'Muesca de oreja'], null],
  milk: [['Milk', 'Leche'], null],
  vesicle: [['Vesicle fluid or epithelium', 'Líquido o epitelio de vesícula'], null],
  eyeSwab: [['Conjunctival swab', 'Hisopo conjuntival'], null],
  cloacal: [['Cloacal or tracheal swab', 'Hisopo cloacal o traqueal'], null],
} as const satisfies Record<string, readonly [Words, string | null]>

const sarsCov2: Line = [['SARS-CoV-2', 'SARS-CoV-2'], '94558-4', '840533007']
const influenzaA: Line = [['Influenza A', 'Influenza A'], '80382-5', '407479009']
const influenzaB: Line = [['Influenza B', 'Influenza B'], '80383-3', '407480007']
const rsv: Line = [['RSV', 'VSR'], '72885-7', '6415009']
const airways = ['nasal', 'nasopharyngeal'] as const
const blood = ['capillary', 'venous', 'serum', 'plasma'] as const

const forPeople: readonly Entry[] = [
  entry('covid-19', ['COVID-19 antigen', 'Antígeno de COVID-19'], [sarsCov2], airways, [15, 30]),
  entry(
    'influenza',
    ['Influenza A and B antigen', 'Antígeno de influenza A y B'],
    [influenzaA, influenzaB],
    airways,
    [10, 20],
  ),
  entry(
    'covid-19-influenza',
    ['COVID-19 and influenza A and B antigen', 'Antígeno de COVID-19 e influenza A y B'],
    [sarsCov2, influenzaA, influenzaB],
    airways,
    [15, 20],
  ),
  entry(
    'respiratory-four',
    ['COVID-19, influenza A and B and RSV antigen', 'Antígeno de COVID-19, influenza A y B y VSR'],
    [sarsCov2, influenzaA, influenzaB, rsv],
    airways,
    [15, 20],
  ),
  entry('rsv', ['RSV antigen', 'Antígeno de VSR'], [rsv], airways, [15, 20]),
  entry(
    'strep-a',
    ['Strep A antigen', 'Antígeno de estreptococo A'],
    [[['Streptococcus pyogenes', 'Streptococcus pyogenes'], '78012-2', '80166006']],
    ['throat'],
    [5, 10],
  ),
  entry(
    'hiv',
    ['HIV-1/2 antibody', 'Anticuerpos contra VIH-1/2'],
    [[['HIV-1/2 antibody', 'Anticuerpos contra VIH-1/2'], '80387-4', '19030005']],
    ['capillary', 'venous', 'serum', 'plasma', 'oralFluid'],
    [15, 20],
  ),
  entry(
    'malaria',
    ['Malaria Pf/Pv antigen', 'Antígeno de malaria Pf/Pv'],
    [
      [['Plasmodium falciparum', 'Plasmodium falciparum'], '76772-3', '30020004'],
      [['Plasmodium vivax', 'Plasmodium vivax'], null, '74746009'],
    ],
    ['capillary', 'venous'],
    [15, 30],
  ),
  entry(
    'syphilis',
    ['Syphilis antibody', 'Anticuerpos contra sífilis'],
    [[['Treponema pallidum antibody', 'Anticuerpos contra Treponema pallidum'], '24110-9', '72904005']],
    blood,
    [15, 20],
  ),
  entry(
    'dengue',
    ['Dengue NS1, IgG and IgM', 'Dengue NS1, IgG e IgM'],
    [
      [['Dengue NS1 antigen', 'Antígeno NS1 de dengue'], '75377-2', '34348001'],
      [['Dengue IgG', 'IgG contra dengue'], '100964-6', '34348001'],
      [['Dengue IgM', 'IgM contra dengue'], '29663-2', '34348001'],
    ],
    blood,
    [15, 20],
  ),
  entry('hcg', ['Pregnancy (hCG)', 'Embarazo (hCG)'], [[['hCG', 'hCG'], '2106-3']], ['urine'], [3, 10]),
  entry(
    'mononucleosis',
    ['Infectious mononucleosis', 'Mononucleosis infecciosa'],
    [[['Heterophile antibody', 'Anticuerpos heterófilos']]],
    blood,
    [5, 10],
  ),
  entry(
    'faecal-blood',
    ['Faecal occult blood', 'Sangre oculta en heces', 'Fecal occult blood'],
    [[['Haemoglobin', 'Hemoglobina', 'Hemoglobin'], '29771-3']],
    ['stool'],
    [5, 10],
  ),
  entry(
    'h-pylori',
    ['Helicobacter pylori antigen', 'Antígeno de Helicobacter pylori'],
    [[['Helicobacter pylori', 'Helicobacter pylori'], '17780-8', '80774000']],
    ['stool'],
    [10, 15],
  ),
  entry(
    'hepatitis-b',
    ['Hepatitis B surface antigen', 'Antígeno de superficie de hepatitis B'],
    [[['HBsAg', 'HBsAg'], '75410-1', '81665004']],
    blood,
    [15, 30],
  ),
  entry(
    'hepatitis-c',
    ['Hepatitis C antibody', 'Anticuerpos contra hepatitis C'],
    [[['HCV antibody', 'Anticuerpos contra VHC'], '72376-7', '62944002']],
    ['capillary', 'venous', 'serum', 'plasma', 'oralFluid'],
    [20, 40],
  ),
  entry(
    'chlamydia',
    ['Chlamydia antigen', 'Antígeno de clamidia'],
    [[['Chlamydia trachomatis', 'Chlamydia trachomatis'], null, '63938009']],
    ['vaginal', 'urethral', 'urine'],
    [10, 20],
  ),
  entry(
    'gonorrhoea',
    ['Gonorrhoea antigen', 'Antígeno de gonorrea', 'Gonorrhea antigen'],
    [[['Neisseria gonorrhoeae', 'Neisseria gonorrhoeae'], null, '68704007']],
    ['vaginal', 'urethral'],
    [10, 20],
  ),
  entry(
    'legionella',
    ['Legionella urine antigen', 'Antígeno urinario de Legionella'],
    [[['Legionella', 'Legionella'], '32781-7']],
    ['urine'],
    [15, 20],
  ),
  entry(
    'pneumococcus',
    ['Pneumococcus urine antigen', 'Antígeno urinario de neumococo'],
    [[['Streptococcus pneumoniae', 'Streptococcus pneumoniae'], null, '9861002']],
    ['urine'],
    [15, 20],
  ),
  entry(
    'rotavirus-adenovirus',
    ['Rotavirus and adenovirus antigen', 'Antígeno de rotavirus y adenovirus'],
    [[['Rotavirus', 'Rotavirus']], [['Adenovirus', 'Adenovirus']]],
    ['stool'],
    [10, 15],
  ),
  entry(
    'norovirus',
    ['Norovirus antigen', 'Antígeno de norovirus'],
    [[['Norovirus', 'Norovirus']]],
    ['stool'],
    [15, 20],
  ),
  entry(
    'c-difficile',
    ['C. difficile GDH and toxins A and B', 'C. difficile: GDH y toxinas A y B'],
    [
      [['C. difficile GDH', 'GDH de C. difficile'], null, '5933001'],
      [['C. difficile toxin A', 'Toxina A de C. difficile'], null, '5933001'],
      [['C. difficile toxin B', 'Toxina B de C. difficile'], null, '5933001'],
    ],
    ['stool'],
    [10, 15],
  ),
  entry(
    'drugs',
    ['Drugs of abuse panel', 'Panel de drogas de abuso'],
    [
      [['Amphetamine', 'Anfetamina'], '19343-3'],
      [['Methamphetamine', 'Metanfetamina'], '19554-5'],
      [['MDMA', 'MDMA'], '19568-5'],
      [['Benzodiazepines', 'Benzodiacepinas'], '14316-4'],
      [['Cannabinoids', 'Cannabinoides'], '18282-4'],
      [['Cocaine', 'Cocaína'], '19359-9'],
      [['Methadone', 'Metadona'], '19550-3'],
      [['Opiates', 'Opiáceos'], '19295-5'],
    ],
    ['urine'],
    [5, 10],
  ),
]

const forAnimals: readonly Entry[] = [
  entry(
    'bvd',
    [
      'Bovine viral diarrhoea virus antigen',
      'Antígeno de la diarrea viral bovina',
      'Bovine viral diarrhea virus antigen',
    ],
    [[['Bovine viral diarrhoea virus', 'Virus de la diarrea viral bovina', 'Bovine viral diarrhea virus']]],
    ['earNotch', 'blood', 'serum'],
    [20, 30],
  ),
  entry(
    'canine-parvovirus',
    ['Canine parvovirus antigen', 'Antígeno de parvovirus canino'],
    [[['Canine parvovirus', 'Parvovirus canino']]],
    ['faeces', 'rectal'],
    [5, 10],
  ),
  entry(
    'canine-distemper',
    ['Canine distemper antigen', 'Antígeno de moquillo canino'],
    [[['Canine distemper virus', 'Virus del moquillo canino']]],
    ['eyeSwab', 'nasal'],
    [5, 10],
  ),
  entry(
    'heartworm',
    ['Heartworm antigen', 'Antígeno de gusano del corazón'],
    [[['Dirofilaria immitis', 'Dirofilaria immitis']]],
    ['blood', 'serum', 'plasma'],
    [5, 10],
  ),
  entry(
    'fiv-felv',
    ['FIV antibody and FeLV antigen', 'Anticuerpos contra VIF y antígeno de ViLeF'],
    [[['FIV antibody', 'Anticuerpos contra VIF']], [['FeLV antigen', 'Antígeno de ViLeF']]],
    ['blood', 'serum', 'plasma'],
    [10, 15],
  ),
  entry(
    'calf-scours',
    ['Calf scours antigens', 'Antígenos de la diarrea del ternero'],
    [
      [['Bovine rotavirus', 'Rotavirus bovino']],
      [['Bovine coronavirus', 'Coronavirus bovino']],
      [['E. coli K99', 'E. coli K99']],
      [['Cryptosporidium', 'Cryptosporidium']],
    ],
    ['faeces'],
    [10, 15],
  ),
  entry(
    'fmd',
    ['Foot-and-mouth disease antigen', 'Antígeno de la fiebre aftosa'],
    [[['Foot-and-mouth disease virus', 'Virus de la fiebre aftosa']]],
    ['vesicle'],
    [10, 15],
  ),
  entry(
    'avian-influenza',
    ['Avian influenza antigen', 'Antígeno de influenza aviar'],
    [[['Influenza A', 'Influenza A'], null, '407479009']],
    ['cloacal'],
    [10, 20],
  ),
  entry(
    'milk-antibiotics',
    ['Antibiotic residues in milk', 'Residuos de antibióticos en la leche'],
    [[['Beta-lactams', 'Betalactámicos']], [['Tetracyclines', 'Tetraciclinas']]],
    ['milk'],
    [8, 10],
  ),
]

const sayIn =
  (locale: Locale) =>
  ([english, spanish, american = english]: Words) =>
    locale === 'es_MX' ? spanish : locale === 'en_US' ? american : english

/** Returns every built-in entry as the form of an assay in a language: those for people, then those for animals. */
export function builtInEntries(locale: Locale) {
  const say = sayIn(locale)
  const said = (kind: SubjectSettings['kind']) => (one: Entry) => {
    const form: AssayForm = {
      name: say(one.name),
      manufacturer: null,
      model: null,
      gtin: null,
      analytes: one.lines.map(([name, loinc = null, snomed = null]) => ({ id: null, name: say(name), loinc, snomed })),
      specimens: one.specimens.map((specimen) => {
        const [name, snomed] = specimens[specimen]
        return { name: say(name), snomed }
      }),
      offeredResults: [...results],
      readFromMinutes: one.minutes[0],
      readUntilMinutes: one.minutes[1],
      imageRequired: false,
      requiresTimer: false,
      twoReaders: false,
      instructions: byLocale(() => ''),
      meanings: noMeanings,
      pictures: [],
      organisationIds: null,
      isDefault: false,
    }
    return { id: one.id, kind, form }
  }
  return [...forPeople.map(said('human')), ...forAnimals.map(said('non-human'))]
}

/** All translations of a catalogue name, by each of its translations. */
const known = new Map(
  [
    ...[...forPeople, ...forAnimals].flatMap(({ name, lines }) => [name, ...lines.map(([line]) => line)]),
    ...Object.values(specimens).map(([name]): Words => name),
  ]
    .toReversed()
    .flatMap((words) => words.map((word) => [word, words] as const)),
)

/** Translates a name of the built-in catalogue; any other name stays as it is. */
export function inLanguage(name: string, locale: Locale): string {
  const words = known.get(name)
  return words === undefined ? name : sayIn(locale)(words)
}

function entry(
  id: string,
  name: Words,
  lines: Entry['lines'],
  ofSpecimens: Entry['specimens'],
  minutes: Entry['minutes'],
): Entry {
  return { id, name, lines, specimens: ofSpecimens, minutes }
}
