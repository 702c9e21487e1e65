import type { Reference } from '../../contract/fhir/endpoints.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The ids of rows among the ids of resources that a search asks for; no row has any other. */
export function rowsAsked(ids: readonly string[] | undefined): { ids?: string[] } {
  if (ids === undefined) return {}
  return { ids: ids.map((one) => one.toLowerCase()).filter((one) => uuid.test(one)) }
}

/** The ids of rows that references name, at this base if they say any. */
export function rowsReferred(references: readonly Reference[], base: string): string[] {
  const here = references.filter((one) => one.base === undefined || one.base.toLowerCase() === base.toLowerCase())
  return rowsAsked(here.map(({ id }) => id)).ids ?? []
}
