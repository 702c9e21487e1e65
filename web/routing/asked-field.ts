/** The address of a form at one of its fields, to which a link leads somebody who is to fill it in. */
export interface AtField {
  /** The name of the field in the form; of a checkbox in a list, the name of the list, a dot and the value. */
  field?: string | undefined
}

/** Reads the field from an address. What no field can be called is left out. */
export function readField({ field }: Record<string, unknown>): AtField {
  return { field: typeof field === 'string' && /^[A-Za-z0-9.-]{1,60}$/.test(field) ? field : undefined }
}
