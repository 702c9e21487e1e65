/** Programs write format codes of at most so many characters; nothing longer shows how a cell looks. */
const longestCode = 255

/** Format codes say how a number is shown: signs outside quotations, colours, conditions and escapes. */
function bareSigns(code: string): string {
  let bare = ''
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charAt(at)
    if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '[' ? ']' : '"', at + 1)
      // What does not end has no further signs, and looking for its end again and again would take time.
      if (end === -1) break
      const inner = code.slice(at + 1, end)
      if (sign === '[' && /^(h+|m+|s+)$/i.test(inner)) bare += inner
      at = end
    } else if (sign === '\\' || sign === '_' || sign === '*') at += 1
    else bare += sign
  }
  return bare
}

/** True for a format code with a day, month, year or time. */
export function isDateCode(code: string): boolean {
  return code.length <= longestCode && /[dmyhs]/i.test(bareSigns(code).replaceAll(/general/gi, ''))
}

/** The parts of a format for whole numbers in their order: places for digits, and what stands between them. */
type Part = { place: '0' | '#' } | { text: string }

/** A format by which whole numbers are shown with zeros in front, or with signs in between, such as 00000 or 000-000. */
export type NumberFormat = readonly Part[]

/** Reads a format of whole numbers; undefined for one that shows them as plain digits, or with a meaning of its own. */
export function numberFormatOf(code: string): NumberFormat | undefined {
  if (code.length > longestCode) return undefined
  const parts: Part[] = []
  for (let at = 0; at < code.length && code.charAt(at) !== ';'; at += 1) {
    const sign = code.charAt(at)
    if (sign === '"') {
      const end = code.indexOf('"', at + 1)
      if (end === -1) return undefined
      parts.push({ text: code.slice(at + 1, end) })
      at = end
    } else if (sign === '\\') {
      at += 1
      parts.push({ text: code.charAt(at) })
    } else if (sign === '0' || sign === '#') parts.push({ place: sign })
    else if (/[-()/ ]/.test(sign)) parts.push({ text: sign })
    else return undefined
  }
  const places = parts.filter((part) => 'place' in part)
  const isPlain = parts.length === places.length && places.filter(({ place }) => place === '0').length < 2
  return places.length === 0 || isPlain ? undefined : parts
}

/** A number as its digits in full, or as its format shows it. `written` is the number in the file. */
export function writtenNumber(written: string, format: NumberFormat | undefined): string {
  const number = Number(written)
  // More digits than a number of the computer can hold stay as they are written.
  const digits = /^\d+$/.test(written) ? written.replace(/^0+(?=\d)/, '') : inFull(number)
  return (format !== undefined && /^\d+$/.test(digits) ? shownBy(format, digits) : undefined) ?? digits
}

function inFull(number: number): string {
  return Number.isInteger(number) ? BigInt(number).toString() : String(number)
}

/** The digits in their places from the right; undefined if a place that may be empty would be. */
function shownBy(format: NumberFormat, digits: string): string | undefined {
  let [shown, left] = ['', digits]
  const first = format.findIndex((part) => 'place' in part)
  for (const [at, part] of [...format.entries()].toReversed()) {
    if ('text' in part) shown = part.text + shown
    else if (left === '' && part.place === '#') return undefined
    else if (at === first) shown = left.padStart(1, '0') + shown
    else {
      shown = (left.at(-1) ?? '0') + shown
      left = left.slice(0, -1)
    }
  }
  return shown
}
