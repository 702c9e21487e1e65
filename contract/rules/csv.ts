/**
 * What keeps a spreadsheet from running a text of a CSV file, wherever it splits the line (OWASP, CSV injection; the list separator of
 * many countries is a semicolon).
 */

/** What a cell must not begin with; the full-width forms are read as the others. */
export const unsafeAtStart = '=+-@＝＋－＠\t\r\n'

/** The separators after which a cell would begin unsafely; PostgreSQL reads the expression as well. */
export const unsafeInside = /([;,\r\n](?="*[\t\r])|[;,\t\r\n](?="*[=+@＝＋－＠-]))/g

/** A text made such that a spreadsheet will not run it: an apostrophe goes in front of what it would take for a formula. */
export function harmless(text: string): string {
  const start = /^"*[=+@＝＋－＠\t\r\n-]/.test(text) ? "'" : ''
  return start + text.replaceAll(unsafeInside, "$1'")
}
