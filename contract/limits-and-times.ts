/* The sizes, durations and counts that rules keep. A rule imports its constant; a text names it as `{{…}}`, by itself if it
   is one of `toldNumbers`, so that nobody is told anything else than what applies. */

/** Days for which a link works that sets up an account or verifies an email. */
export const accountLinkDays = 14

/** Minutes for which a link to a new password works. */
export const passwordLinkMinutes = 30

/** Days for which an invite stays open after it was last sent (design §10). */
export const inviteDays = 14

/** The number of characters in an invite code (spec §9). */
export const inviteCodeLength = 24

/** The number of characters in the code on a printed record: 30 to the power of 12 codes cannot be tried out. */
export const verificationCodeLength = 12

/** The number of days for which a link opens a result. */
export const deliveryDays = 10

/** The number of attempts with a wrong date of birth that lock a link, until staff send another. */
export const deliveryTries = 10

/** Hours after login at which a session ends at the latest (design §10). */
export const sessionHours = 12

/**
 * The minutes without a request after which a tenant can have sessions end. The tenant's own value is
 * `session_idle_minutes`, a column of `tenants` with `usual` as its default.
 */
export const idleMinutes = { least: 1, usual: 15, most: 720 } as const

/** Users are warned this long before they are logged out for being idle, in milliseconds. */
export const idleWarningMs = 60_000

/** The allowed number of characters in a new password (spec §9). */
export const passwordLength = { min: 10, max: 128 } as const

/** Hours after its last change at which an unsaved test expires. */
export const draftHours = 24

/** The most days for which a token of a machine works. */
export const longestTokenDays = 365

/** Days before the end of a token at which the tenant's administrators are told of it. */
export const tokenWarningDays = 7

/** The most requests of one token in a minute, in all server processes together. */
export const tokenRequestsPerMinute = 600

/** The most tokens of a tenant that have neither expired nor been revoked. */
export const mostTokens = 100

/** The most webhooks of a tenant, besides those that have ended. */
export const mostWebhooks = 20

/** Hours for which signatures by the former secret of a webhook are sent beside those by its new one. */
export const formerSecretHours = 24

/** Days for which it can be seen what a webhook sent. */
export const webhookLogDays = 7

/** Clocks differ, so a test that is recorded or imported may lie this many minutes in the future. */
export const clockMinutes = 5

/** Two tests of one subject within this many minutes may be one test that was recorded twice. */
export const recentMinutes = 30

/** The longest stay of an operator in a tenant's records, in minutes. */
export const entryMinutes = 60

/** The fewest characters of an operator's reason for entering a tenant's records. */
export const shortestReason = 10

/** The fewest characters with which a search begins while somebody types: for subjects, and for everything. */
export const shortestSearch = 2

/** Hours over which the limits on messages count. */
export const messageLimitHours = 24

/** Days over which the figures of places and tenants count tests, and within which a registration is recent. */
export const recentDays = 30

/** Days over which the line of positivity in the trend is averaged. */
export const daysOfMean = 7

/** The most bytes of a photo of a device, and of a picture for instructions. */
export const maxImageBytes = 10 * 1024 * 1024
/** An image with more pixels than this, in total or on one side, is refused before it is decoded. */
export const maxImagePixels = 50_000_000
export const maxImageSide = 20_000

/** Pictures are stored with at most this many pixels on their longer side. */
export const keptSide = 2000

/** The most bytes of a tenant's logo. */
export const maxLogoBytes = 200 * 1024

/** The most rows of a sheet that programs open, including the titles. */
export const mostSheetRows = 1_048_576

/** The most bytes of a file that is imported, and of what it unpacks to. */
export const maxImportBytes = 50 * 1024 * 1024
export const maxUnpackedBytes = 200 * 1024 * 1024

/** The most files of a tenant that wait to be imported, and the most bytes of these and of all rows that are stored of files. */
export const mostWaitingImports = 50
export const maxStoredImportBytes = 1024 * 1024 * 1024

/** Days after which an imported file and its rows are removed. */
export const importDays = 7

/** The most rows of an imported file below its headers, its most columns, and the most characters of a cell. */
export const mostImportRows = 100_000
export const mostImportColumns = 500

/** The most rows of an imported file among which the headers are looked for, and may be chosen. */
export const mostRowsAbove = 50
export const mostCellCharacters = 32_767

/** The most rows of a file with the same person, time, device, place and submitter: its lines, its repeats, and other tests of this minute. */
export const mostRowsOfTest = 5000

/** The most years since a date of birth or of a test (spec §5). */
export const oldestYears = 120

/** The most minutes of a reading time of an assay: a day. */
export const longestReadingMinutes = 24 * 60

/** The number of letters with which a tenant's test IDs begin. */
export const idPrefixLength = { min: 2, max: 6 } as const

/** The number of characters in a slug, which is one label of a host. */
export const slugLength = { min: 3, max: 63 } as const

/** The shortest prefixes, so that nobody can name the whole internet as their own network. */
export const shortestPrefix = { ipv4: 16, ipv6: 32 } as const

/** A duration or a size. Texts show it with its unit in their language, singular or plural. */
export type Measure = readonly [amount: number, unit: 'minute' | 'hour' | 'day' | 'year' | 'kilobyte' | 'megabyte']

/** Hours as people say them: whole days from two days on. */
export function hoursAsSaid(hours: number): Measure {
  return hours >= 48 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
}

/**
 * The values that any text may name without being given them. Every page carries them, so a number that only the text of
 * a rule or of one field tells is given to it where it is used.
 */
export const toldNumbers = {
  accountLinkTime: [accountLinkDays, 'day'],
  deliveryTime: [deliveryDays, 'day'],
  deliveryTries,
  draftTime: [draftHours, 'hour'],
  entryTime: [entryMinutes, 'minute'],
  formerSecretTime: [formerSecretHours, 'hour'],
  imageMegapixels: maxImagePixels / 1_000_000,
  imageSide: maxImageSide,
  imageSize: [maxImageBytes / 2 ** 20, 'megabyte'],
  importRows: mostImportRows,
  importSize: [maxImportBytes / 2 ** 20, 'megabyte'],
  importTime: [importDays, 'day'],
  inviteTime: [inviteDays, 'day'],
  logoSize: [maxLogoBytes / 2 ** 10, 'kilobyte'],
  messageLimitTime: [messageLimitHours, 'hour'],
  oldestAge: [oldestYears, 'year'],
  passwordLinkTime: [passwordLinkMinutes, 'minute'],
  recentTime: [recentDays, 'day'],
  sessionTime: [sessionHours, 'hour'],
  sheetRows: mostSheetRows,
  shortestPassword: passwordLength.min,
  webhookLogTime: [webhookLogDays, 'day'],
} as const satisfies Record<string, number | Measure>
