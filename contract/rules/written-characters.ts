/**
 * Converts typed or pasted text to its visible content. Programs add invisible characters: a phone's contacts put
 * direction marks into numbers, Word and WhatsApp isolate quotations, spreadsheets and PDFs have many kinds of spaces.
 * If they were kept, two texts that look the same would differ.
 */

/**
 * Characters that are not text and cannot be stored, and the separators in a scanned code, whose fields would run
 * together without them.
 */
const unreadable = /[\0\u001c-\u001f\p{Cs}\p{Noncharacter_Code_Point}]/u

/** The length of a text in characters, as the schemas and the database count it: by code points, so that 🙂 is one. */
export function lengthOf(value: string): number {
  return [...value].length
}

/** True if a text can be read and stored at all. */
export function isReadable(value: string): boolean {
  return !unreadable.test(value)
}

/** True if a one-line text holds only characters that every device can show: private characters differ on each. */
export function isShownEverywhere(value: string): boolean {
  return !/\p{Co}/u.test(value)
}

/**
 * All characters that stand for a space within a line: breaks, tabs, spaces of every width, and letters that look like
 * one.
 */
const blanks = /[\t-\r\u0085\p{Zl}\p{Zp}\p{Zs}\u115f\u2800\u3164\uffa0]/gu

/**
 * Invisible characters: control characters, direction marks, joiners, fillers, tags, and the placeholder of a picture.
 */
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
 * Invisible characters that words need: joiners inside Persian and Indic words, variation selectors of Han and
 * Mongolian letters, and the joiners of emoji. Each is kept only in such a place, so that it never distinguishes texts
 * that look the same.
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

/**
 * Matches unneeded characters, and flags. Needed characters are not matched, because a text may have a hundred thousand
 * of them, and each would be taken out and put back.
 */
const flagOrUnneeded = onFirstUse(() => `(${flag})|(?=${unseen})(?!${needed})${unseen}`)
/**
 * Notes may have lines and tabs, and the marks that Arabic and Hebrew need beside Latin words, none of which reverses
 * the text after it.
 */
const flagOrUnneededInProse = onFirstUse(
  () => `(${flag})|(?![\\t\\n\\u200e\\u200f\\u061c])(?=${unseen})(?!${needed})${unseen}`,
)

function withoutUnseen(value: string, pattern: () => RegExp): string {
  return value.replaceAll(pattern(), '$1')
}

/** Makes an expression when it is first used: a page that is being drawn has no milliseconds for tables of Unicode. */
function onFirstUse(source: () => string): () => RegExp {
  let made: RegExp | undefined
  return () => (made ??= new RegExp(source(), 'gu'))
}

/**
 * Composes letters, so that equal words are stored as equal texts. A letter with more marks than any language has
 * (Unicode's stream-safe format) stays unchanged, because ordering them takes quadratic time.
 */
function composed(value: string): string {
  // The lookahead changes no result. It spares most letters the lookbehind, which is slow.
  return /(?=\p{M})(?<!\p{M})\p{M}{31}/u.test(value) ? value : value.normalize('NFC')
}

/** One line as it looks: with plain spaces, trimmed, and with composed letters, whichever keyboard they come from. */
export function readSeen(value: string): string {
  return composed(withoutUnseen(value.replaceAll(blanks, ' '), flagOrUnneeded).trim())
}

/** One line of words, such as a name: like `readSeen`, with repeated spaces reduced to one. */
export function readLine(value: string): string {
  return readSeen(value)
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
}

/** Words on several lines, whose line breaks stay, each as one character. */
export function readProse(value: string): string {
  const spaced = value
    .replaceAll(/\r\n?|[\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[\p{Zs}\u115f\u2800\u3164\uffa0]/gu, ' ')
  return composed(withoutUnseen(spaced, flagOrUnneededInProse).trim())
}

/** Text that is still being typed: unchanged except for characters that no keyboard types, and for line breaks of two. */
export function withoutControls(value: string): string {
  return value.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\t\n])\p{Cc}/gu, '')
}

const everythingUnseen = onFirstUse(() => unseen)

/**
 * An ID, a number or an address, in which each character counts: repeated spaces reduced to one, one kind of hyphen,
 * and letters and digits of wide and Arabic keyboards made plain. Migration 0076 converts stored values in the same
 * way.
 */
export function readIdentifier(value: string): string {
  const plain = plainSigns(value.replaceAll(blanks, ' ').replaceAll(everythingUnseen(), ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return composed(plain)
}

/** Converts the wide and local forms of letters, digits and dashes to plain ones, without changing the length. */
export function plainSigns(value: string): string {
  return value
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
}

/** A code or a number in which spaces are ignored. */
export function readUnspaced(value: string): string {
  return readIdentifier(value).replaceAll(' ', '')
}

/** True if a text has a letter or a digit, so that it can serve as a name. */
export function hasLetterOrDigit(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value)
}
