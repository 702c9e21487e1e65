import { byLocale } from '../../contract/locales.ts'
import { expect } from 'vitest'
import type { Assay } from '../../contract/assays/assay.ts'
import { allMeanings } from '../../contract/assays/meanings.ts'
import type { Client } from './client.ts'

/** Empty texts in every language, as a form sends them. */
export const noWords = byLocale(() => '')

/** A picture in a form, with its words. The default id belongs to no picture. */
export function pictureOf(words: object, id = '0190a000-0000-7fff-8000-00000000000b') {
  return { id, words: { ...noWords, ...words } }
}

/** Creates an assay from a form. */
export async function createAssay(client: Client, form: object): Promise<Assay> {
  const response = await client.post('/assays', form)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}

/** Changes these fields of an assay in the version that was read, and returns the new one. */
export async function changeAssay(client: Client, assay: Assay, form: object): Promise<Assay> {
  const response = await sendChange(client, assay, form)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

/** Sends a change of an assay and returns the reply. */
export function sendChange(client: Client, assay: Assay, form: object) {
  const headers = { 'if-match': `"${assay.version}"` }
  return client.send('PUT', `/assays/${assay.id}`, { body: { ...formOf(assay), ...form }, headers })
}

/** Converts an assay back to the form in which it is sent. */
export function formOf({
  organisations,
  id: _,
  status: __,
  version: ___,
  hasInstructions: ____,
  takenFrom: _____,
  organisationMeanings,
  ...assay
}: Assay) {
  const instructions = { ...noWords, ...assay.instructions }
  const pictures = assay.pictures.map(({ id, words }) => ({ id, words: { ...noWords, ...words } }))
  const meanings = allMeanings(assay.meanings)
  return {
    ...assay,
    instructions,
    meanings,
    organisationMeanings: organisationMeanings.map(({ organisation, meanings: said }) => ({
      organisationId: organisation.id,
      meanings: allMeanings(said),
    })),
    pictures,
    organisationIds: organisations?.map(({ id }) => id) ?? null,
  }
}
