/**
 * Normalises texts for searching, choosing and detecting duplicates, so that different spellings of the same text
 * compare equal. The database does the same for its own columns (`search_marked` and `words_of`,
 * 0072-search-folding.sql); a test compares both over all of Unicode.
 */

/**
 * Signs within a word that are typed in many ways or omitted: O'Neill, O’Neill and ONeill are equal, and so are Gal·la
 * and Galla.
 */
const apostrophes =
  /['`\u00b4\u00b7\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0374\u0384\u055a\u05f3\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018\u2019\u201b\u2027\u2032\u2035\u275b\u275c\ua78b\ua78c]/gu

/**
 * Marks over or beside letters that are often omitted, and invisible characters. Vowels of Indic scripts are not among
 * them.
 */
const unwritten =
  // oxlint-disable-next-line no-misleading-character-class -- each mark stands for itself
  /[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u1160\u115f\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0000}-\u{e01ef}]/gu

const dashes =
  /[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]/gu

/** Spaces and separators outside ASCII. */
const spaces =
  /[\t-\r \u0085\u00a0\u00a1\u00a7\u00ab\u00b6\u00bb\u00bf\u037e\u055b-\u055f\u0589\u05c0\u05c3\u05c6\u05f4\u060c\u060d\u061b\u061d-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u1680\u2000-\u200a\u2016\u2017\u201a\u201c-\u2026\u2028-\u202f\u2030-\u2031\u2033\u2034\u2036-\u2042\u2044-\u2052\u2054-\u205f\u2800\u2e00-\u2e5c\u3000-\u3003\u3008-\u3011\u3014-\u301b\u301d-\u301f\u303d\u30fb]+/gu

/** Letters that Unicode neither decomposes nor folds, each with its usual replacement on a keyboard without it. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'æ:ae œ:oe þ:th ð:d ø:o ł:l đ:d ħ:h ŧ:t ŋ:n ĸ:k ȷ:j ə:e ⱥ:a ƀ:b ɓ:b ȼ:c ɖ:d ɗ:d ɇ:e ɛ:e ǥ:g ɠ:g ɣ:g ɨ:i ɉ:j ƙ:k ꝁ:k ƚ:l',
    'ɫ:l ⱡ:l ɲ:n ɵ:o ɔ:o ɍ:r ⱦ:t ƭ:t ʉ:u ʋ:v ƴ:y ɏ:y ƶ:z ς:σ ґ:г ٱ:ا ى:ي ی:ي ک:ك ة:ه ە:ه ہ:ه ھ:ه',
    '٠:0 ١:1 ٢:2 ٣:3 ٤:4 ٥:5 ٦:6 ٧:7 ٨:8 ٩:9 ۰:0 ۱:1 ۲:2 ۳:3 ۴:4 ۵:5 ۶:6 ۷:7 ۸:8 ۹:9',
  ].flatMap((line) => line.split(' ').map((pair) => pair.split(':') as [string, string])),
)
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

/**
 * The form in which texts are compared: lower case without marks, apostrophes and invisible characters, with one kind
 * of dash and of space.
 */
export function folded(text: string): string {
  return marked(text).replaceAll("'", '')
}

/** Like `folded`, but with one kind of apostrophe, because the part after it also begins a word. */
export function marked(text: string): string {
  return (
    text
      .replaceAll(apostrophes, "'")
      .normalize('NFKD')
      .replaceAll(unwritten, '')
      // Converting to upper case and back turns ß into ss and ı into i.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll(apostrophes, "'")
      .replaceAll(letter, (one) => letters[one] ?? one)
      .replaceAll(dashes, '-')
      .replaceAll(spaces, ' ')
      .trim()
  )
}

const partsWords = new Set(' !"#$%&\'()*+,-./:;<=>?@[\\]^_{|}~')
const betweenWords = /[ !"#$%&()*+,\-./:;<=>?@[\\\]^_{|}~]+/

/** The positions at which the words of a marked text start. */
export function* startsIn(line: string): Generator<number> {
  let isStart = true
  for (let i = 0; i < line.length; i += 1) {
    const isEnd = partsWords.has(line.charAt(i))
    if (isStart && !isEnd) yield i
    isStart = isEnd
  }
}

/**
 * The rest of a folded text from the start of each of its words, because a match begins with the typed text. If it
 * contains a digit, the forms without dashes and spaces are added.
 */
export function wordStarts(text: string): string[] {
  const line = marked(text)
  return withoutGaps(Array.from(startsIn(line), (at) => line.slice(at).replaceAll("'", '')))
}

/** Adds to folded texts with a digit, such as IDs, codes and numbers, their forms without dashes and spaces. */
export function withoutGaps(texts: readonly string[]): string[] {
  return [...texts, ...texts.filter((text) => /\d/.test(text) && /[ -]/.test(text)).map(unspaced)]
}

/** The form in which IDs are compared, in which dashes and spaces make no difference. */
export function foldedId(id: string): string {
  return unspaced(folded(id))
}

function unspaced(text: string): string {
  return text.replaceAll(/[ -]/g, '')
}

/**
 * Splits a typed search into words. Each must begin a word of the text that is found, in any order. A word with a digit
 * is an ID, a code or a number: its dashes, and spaces between its digits, are ignored. An email stays whole.
 */
export function typedWords(typed: string): string[] {
  const line = folded(typed)
  const parts = (line.includes('@') ? line : line.replaceAll(/(?<=\d)[ -]+(?=\d)/g, ''))
    .split(/[ ,]+/)
    .flatMap((part) => {
      if (part.includes('@')) return [withoutEnds(part)]
      return /\d/.test(part) ? [unspaced(withoutEnds(part))] : part.split(betweenWords)
    })
  const words = [...new Set(parts)]
  // A text that matches the longer word also matches the shorter one.
  return words.filter((word) => word !== '' && !words.some((other) => other !== word && other.startsWith(word)))
}

function withoutEnds(part: string): string {
  const ends = [...part].map((sign) => partsWords.has(sign))
  return part.slice(ends.indexOf(false), ends.lastIndexOf(false) + 1)
}

/** Returns a function that tells whether the typed search matches a text. An empty search matches everything. */
export function finder(typed: string): (text: string) => boolean {
  const words = typedWords(typed)
  if (words.length === 0) return () => typed.trim() === ''
  return (text) => {
    const starts = wordStarts(text)
    return words.every((word) => starts.some((start) => start.startsWith(word)))
  }
}
