/** The fields without which a row cannot be read. Each has its name in `contract/phrases/<locale>/imports.ts`. */
const requiredFields = [
  'condition',
  'dateOfBirth',
  'deviceModel',
  'firstName',
  'guardianName',
  'lastName',
  'orderedAt',
  'performedAt',
  'postcode',
  'state',
  'testCode',
] as const
export type RequiredField = (typeof requiredFields)[number]

export function isRequiredField(name: string): name is RequiredField {
  return requiredFields.some((field) => field === name)
}

/** The phrase of the name of a field, in the noun `imports`. */
export function phraseOfField(field: RequiredField) {
  return `imports:field.${field}` as const
}
