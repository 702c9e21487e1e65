/** What a rule can need of a record before it may be told, and the page on which each is entered. */
export const neededFields = {
  name: 'subject',
  dateOfBirth: 'subject',
  sex: 'subject',
  race: 'subject',
  ethnicity: 'subject',
  address: 'subject',
  telephone: 'subject',
  email: 'subject',
  nhsNumber: 'subject',
  role: 'subject',
  provider: 'group',
  clia: 'group',
  labAddress: 'group',
  placePhone: 'group',
  placeAddress: 'organisation',
  testCodes: 'assay',
} as const
export type NeededField = keyof typeof neededFields

/** The fields in the order of forms. */
export const neededFieldNames = Object.keys(neededFields) as [NeededField, ...NeededField[]] // the keys are those of the object

export const notificationFormats = ['hl7', 'csv', 'printed'] as const
export type NotificationFormat = (typeof notificationFormats)[number]

export const notificationWays = ['download', 'mail', 'sftp'] as const
export type NotificationWay = (typeof notificationWays)[number]

/** The longest time within which a rule may ask to be told, in hours. */
export const mostWithinHours = 8760

/** The most days for which a rule can look back. */
export const mostDaysBack = 30

/** The most rules of a tenant. */
export const mostNotificationRules = 50
