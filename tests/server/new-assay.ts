import { byLocale } from '../../contract/locales.ts'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import { noMeanings } from '../../contract/assays/meanings.ts'
import { results } from '../../contract/rules/results.ts'

/** The form of an assay with these analytes, by default one. */
export function newAssay(name: string, analytes: readonly string[] = ['Influenza A']): AssayForm {
  return {
    name,
    manufacturer: 'Example Diagnostics',
    model: 'EX-1',
    gtin: '9780306406157',
    analytes: analytes.map((analyte) => ({ id: null, name: analyte, loinc: '80382-5', snomed: null })),
    specimens: [{ name: 'Nasal swab', snomed: '445297001' }],
    offeredResults: [...results],
    readFromMinutes: 15,
    readUntilMinutes: 30,
    imageRequired: false,
    requiresTimer: false,
    twoReaders: false,
    instructions: { ...byLocale(() => ''), en_GB: 'Add three drops.' },
    meanings: noMeanings,
    pictures: [],
    organisationIds: null,
    isDefault: false,
  }
}
