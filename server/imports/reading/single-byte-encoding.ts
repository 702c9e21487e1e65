type SingleByte = 'windows-1252' | 'macintosh'

/** The letters of names that both encodings have. */
const letters = /[À-ÖØ-öø-ÿŒœŠšŽžŸ]/
/** Letters that a text of Windows rarely has, at the places of usual ones of a Macintosh. */
const rareLetters = /[œŠšŽžŸŒ]/

/**
 * Tells whether bytes were written by Windows or by an old program of a Macintosh, which have other letters for each number
 * above 127: by how many of the letters stand in words as they do in names. Windows is far more usual, and taken if both
 * read alike well.
 */
export function singleByteEncodingOf(bytes: Uint8Array): SingleByte {
  const [windows, macintosh] = [
    new TextDecoder('windows-1252').decode(bytes),
    new TextDecoder('macintosh').decode(bytes),
  ]
  return plausibility(macintosh) > plausibility(windows) ? 'macintosh' : 'windows-1252'
}

function plausibility(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) >= 0x80)
      sum += plausibilityOf(text.charAt(at), text.charAt(at - 1), text.slice(at + 1, at + 3))
  }
  return sum
}

/** A letter or quotation mark that fits to what is beside it counts for an encoding, and a sign within a word against it. */
function plausibilityOf(sign: string, before: string, after: string): number {
  const next = after.charAt(0)
  const [isAfterLetter, isBeforeLetter] = [isLetter(before), isLetter(next)]
  if (!letters.test(sign)) {
    if (isQuotation(sign, isAfterLetter, after)) return 1
    return (isAfterLetter && isBeforeLetter) || sign < '\u00a0' ? -1 : 0
  }
  const fits = isUpper(sign) ? !isAfterLetter || isUpper(before) : !isUpper(before) || !isUpper(next)
  if (!fits) return -1
  // Names do not begin with a small letter, and other words seldom with one beyond ASCII.
  if (!isUpper(sign) && !isAfterLetter) return 0
  return rareLetters.test(sign) ? 0.5 : 1
}

/** O’Brien, Mary’s, “Ada”: what else stands between two letters is no quotation mark, but a letter that was read wrongly. */
function isQuotation(sign: string, isAfterLetter: boolean, after: string): boolean {
  const isBeforeLetter = isLetter(after.charAt(0))
  if (sign === '“' || sign === '‘') return !isAfterLetter && isBeforeLetter
  if (sign === '”' || (sign === '’' && !isBeforeLetter)) return isAfterLetter && !isBeforeLetter
  return sign === '’' && (isUpper(after.charAt(0)) || /^s(?!\p{L})/u.test(after))
}

function isLetter(sign: string): boolean {
  return /[A-Za-z]/.test(sign) || letters.test(sign)
}

function isUpper(sign: string): boolean {
  return isLetter(sign) && sign !== sign.toLowerCase()
}
