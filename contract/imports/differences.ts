import * as z from 'zod/mini'
import { personDetails } from '../subjects/details.ts'

/** The details that a file may say otherwise than they are stored of somebody who is known here, and that can be taken from it. */
export const takenFields = [
  'telephones',
  'address',
  'guardian',
  'sex',
  'race',
  'ethnicity',
  'language',
  'role',
  'unit',
] as const
export type TakenField = (typeof takenFields)[number]

/** What identifies somebody is shown, and changed on their own page alone. */
export const shownFields = ['email', 'localId', 'nhsNumber'] as const
export const differenceFields = [...takenFields, ...shownFields] as const
export type DifferenceField = (typeof differenceFields)[number]

/** Values of the fields that differ; null for what is not known. */
const values = z.partial(
  z.extend(
    z.pick(personDetails, {
      telephones: true,
      address: true,
      guardian: true,
      sex: true,
      race: true,
      ethnicity: true,
      language: true,
      role: true,
      unit: true,
      nhsNumber: true,
    }),
    { email: z.nullable(z.string()), localId: z.nullable(z.string()) },
  ),
)
export type DifferenceValues = z.infer<typeof values>

/** What a row says otherwise of its person than was stored when it was matched: a value for each field on both sides. */
export const differences = z.strictObject({
  here: values,
  /** What would be stored if it were taken from the file. */
  file: values,
})
export type Differences = z.infer<typeof differences>

/** Lists the fields of differences, in the order in which they are shown. */
export function fieldsOfDifferences({ file }: Differences): DifferenceField[] {
  return differenceFields.filter((field) => file[field] !== undefined)
}

/** True for a field that can be taken from a file. */
export function isTakenField(field: DifferenceField): field is TakenField {
  return takenFields.some((one) => one === field)
}
