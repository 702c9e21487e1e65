/**
 * Prevents a spreadsheet from running a text of a CSV file, wherever it splits the line (OWASP, CSV injection; the list
 * separator of many countries is a semicolon).
 */

/** Characters with which a cell must not begin; spreadsheets treat the full-width forms like the others. */
export const unsafeAtStart = '=+-@＝＋－＠\t\r\n'

/** Separators after which a cell would begin unsafely. PostgreSQL uses the expression as well. */
export const unsafeInside = /([;,\r\n](?="*[\t\r])|[;,\t\r\n](?="*[=+@＝＋－＠-]))/g

/** Makes a text safe for spreadsheets by putting an apostrophe before anything that would be taken for a formula. */
export function harmless(text: string): string {
  const start = /^"*[=+@＝＋－＠\t\r\n-]/.test(text) ? "'" : ''
  return start + text.replaceAll(unsafeInside, "$1'")
}
