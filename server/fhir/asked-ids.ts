const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The ids of rows among the ids of resources that a search asks for; no row has any other. */
export function rowsAsked(ids: readonly string[] | undefined): { ids?: string[] } {
  if (ids === undefined) return {}
  return { ids: ids.map((one) => one.toLowerCase()).filter((one) => uuid.test(one)) }
}
