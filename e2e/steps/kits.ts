import { expect } from 'vitest'
import { allMeanings } from '../../contract/assays/meanings.ts'
import { byLocale } from '../../contract/locales.ts'
import { results } from '../../contract/rules/results.ts'
import { send } from '../stage/http.ts'
import type { Visit } from '../stage/visit.ts'

/** A test kit of one analyte. */
export interface Kit {
  id: string
  analytes: { id: string }[]
}

/** Makes a test kit that needs neither a timer nor a photo, nor a second reader unless it is asked for. */
export async function makeKit(
  { port, tenant, cookies }: Visit,
  name: string,
  { twoReaders } = { twoReaders: false },
): Promise<Kit> {
  const body = {
    name,
    manufacturer: null,
    model: null,
    gtin: null,
    analytes: [{ id: null, name: 'HIV antibodies', loinc: null, snomed: null }],
    specimens: [],
    offeredResults: results,
    readFromMinutes: 15,
    readUntilMinutes: 20,
    imageRequired: false,
    twoReaders,
    instructions: byLocale(() => ''),
    meanings: allMeanings({}),
    pictures: [],
    organisationIds: null,
    isDefault: false,
  }
  const made = await send(port, tenant, '/assays', { method: 'POST', cookies, body })
  expect(made.status, made.body).toBe(201)
  return JSON.parse(made.body).data
}
