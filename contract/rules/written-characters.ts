/**
 * What is typed or pasted is read as it is seen. Programs put characters beside it that nobody sees: a phone's list of contacts turns
 * its numbers around with marks, Word and WhatsApp isolate what they quote, spreadsheets and PDFs have spaces of many kinds.
 * Kept, they would make two of what looks like one.
 */

/** What is no text at all and cannot be stored, and what parts the fields of a scanned code, where one would run into the next. */
const unreadable = /[\0\u001c-\u001f\p{Cs}\p{Noncharacter_Code_Point}]/u

/** Whether a text can be read and stored at all. */
export function isReadable(value: string): boolean {
  return !unreadable.test(value)
}

/** Whether a text of one line holds only what every device can show: private characters are another sign on each. */
export function isShownEverywhere(value: string): boolean {
  return !/\p{Co}/u.test(value)
}

/** All that stands for a space of one line: breaks, tabs, spaces of every width, and letters that look like one. */
const blanks = /[\t-\r\u0085\p{Zl}\p{Zp}\p{Zs}\u115f\u2800\u3164\uffa0]/gu

/** What nobody sees: control characters, marks of direction, joiners, fillers, tags, and the place of a picture that was not pasted. */
const unseen = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]`

/** Scripts in which a joiner changes how the letters beside it are written. */
const joiningScripts = (
  'Arab Syrc Mand Mong Nkoo Adlm Rohg Phag ' +
  'Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Tibt Java Bali Newa'
)
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
const joiningLetter = String.raw`(?=[\p{L}\p{M}])[${joiningScripts}]`

/**
 * Unseen characters that people's words need: joiners inside Persian and Indic words, the variants of Han and Mongolian letters, and
 * what makes one emoji of several. Each is one only where it does that, so that none of them tells apart what looks the same.
 */
const needed = [
  String.raw`[\u200c\u200d](?<=${joiningLetter}[\u200c\u200d])(?=${joiningLetter})`,
  String.raw`(?<=\p{scx=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\p{scx=Mymr})\ufe00`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
].join('|')

/** The flag of a part of a country, such as Scotland. */
const flag = String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}`

/** What is not needed alone is matched, but for flags: a text may have a hundred thousand of what is, each of which would be taken and put back. */
const flagOrUnneeded = new RegExp(`(${flag})|(?=${unseen})(?!${needed})${unseen}`, 'gu')
/** A note has lines and tabs, and marks that Arabic and Hebrew need beside Latin words; none of these turns what follows around. */
const flagOrUnneededInProse = new RegExp(
  `(${flag})|(?![\\t\\n\\r\\u200e\\u200f\\u061c])(?=${unseen})(?!${needed})${unseen}`,
  'gu',
)

function withoutUnseen(value: string, pattern: RegExp): string {
  return value.replaceAll(pattern, '$1')
}

/**
 * Composes letters, so that the same word is kept as the same text. More marks on one letter than any language has (Unicode's stream-safe
 * format) stay as they are: putting them in order takes time that grows with their square.
 */
function composed(value: string): string {
  return /(?<!\p{M})\p{M}{31}/u.test(value) ? value : value.normalize('NFC')
}

/** One line as it is seen: its spaces are plain ones, and none outside. Letters are composed, whichever keyboard they come from. */
export function readSeen(value: string): string {
  return composed(withoutUnseen(value.replaceAll(blanks, ' '), flagOrUnneeded).trim())
}

/** One line of words, such as a name: as `readSeen`, with one space where there are several. */
export function readLine(value: string): string {
  return readSeen(value)
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
}

/** Words on several lines, which stay as they are. */
export function readProse(value: string): string {
  const spaced = value
    .replaceAll(/[\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[\p{Zs}\u115f\u2800\u3164\uffa0]/gu, ' ')
  return composed(withoutUnseen(spaced, flagOrUnneededInProse).trim())
}

/** What is still being typed: as it is, without what no keyboard types. */
export function withoutControls(value: string): string {
  return value.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
}

const everythingUnseen = new RegExp(unseen, 'gu')

/**
 * An ID, a number or an address, of which each character counts: one space where there are several, one kind of hyphen, and the letters and digits
 * of wide and Arabic keyboards as the plain ones that they are. Migration 0076 reads what was stored before in the same way.
 */
export function readIdentifier(value: string): string {
  const plain = plainSigns(value.replaceAll(blanks, ' ').replaceAll(everythingUnseen, ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return composed(plain)
}

/** Letters, digits and dashes that another keyboard writes wide or in its own form, as plain ones; the length stays the same. */
export function plainSigns(value: string): string {
  return value
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
}

/** A code or a number that is the same with spaces in it and without. */
export function readUnspaced(value: string): string {
  return readIdentifier(value).replaceAll(' ', '')
}

/** Whether there is something to call it by: a letter or a digit. */
export function hasLetterOrDigit(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value)
}
