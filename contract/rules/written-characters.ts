/**
 * Which characters people's text may hold. Unseen ones make two names look the same, turn the words beside them around or
 * leave an empty line where somebody is meant.
 */

/** What nobody sees or what cannot be stored: control, private and broken characters, and fillers that look empty. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffe\uffff]/u

/**
 * Unseen characters that real names need: joiners inside Persian and Indic words, and the variants of Han and Mongolian
 * letters. Behind a letter alone, so that none of them makes up a name.
 */
const partOfLetters =
  /(?<=[\p{L}\p{M}])(?:[\u200c\u200d](?=[\p{L}\p{M}])|[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])/gu

/** Whether a text of one line holds nothing hidden: a name, an ID, a place. */
export function isPlainLine(value: string): boolean {
  return !hidden.test(value.replaceAll(partOfLetters, ''))
}

const hiddenOrPart = new RegExp(`(${partOfLetters.source})|${hidden.source}`, 'gu')

/** What was typed or pasted, as it is seen: without anything hidden, and with a space for each break and tab. */
export function withoutHidden(value: string): string {
  return value
    .replaceAll(/[\t-\r\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(hiddenOrPart, (_, part: string | undefined) => part ?? '')
}

/** Whether there is something to call it by: a letter or a digit. */
export function hasLetterOrDigit(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

/**
 * Whether a text of several lines can be stored and leaves the text around it alone: it may hold line breaks, tabs, emoji
 * and the marks that Arabic and Hebrew need beside Latin words, but nothing that turns around what follows.
 */
export function isPlainProse(value: string): boolean {
  return !/(?![\t\n\r])\p{Cc}|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u.test(value)
}

/** Composes letters, so that the same name is kept as the same text, whichever keyboard it was typed with. */
export function composed(value: string): string {
  return value.normalize('NFC')
}
