import { presentTime } from './present.ts'
import { isGtin } from './assay-codes.ts'
import { plainSigns } from './written-characters.ts'

/** The content of the code on a kit (GS1 General Specifications, sections 3 and 7). Missing parts are null. */
export interface KitCode {
  /** 14 digits, padded with leading zeros. */
  gtin: string | null
  lot: string | null
  serial: string | null
  /** The last day of use, as YYYY-MM-DD. */
  expiry: string | null
  /** YYYY-MM-DD. */
  madeOn: string | null
  /** True for a product number alone, as below an EAN or UPC bar code. A lot may look the same by chance. */
  isBare: boolean
  /** True if the separators between its parts were lost, so that the lot may end elsewhere. */
  isGuessed: boolean
}

/** No code on a kit is longer than this. */
const longestCode = 200

/**
 * Reads a code in the form in which a camera finds it, a USB scanner types it, or it is printed below the bars with its
 * application identifiers in brackets, or as a GS1 Digital Link, also without `https://`. Its parts may be in any
 * order. Returns undefined for other text, such as a lot; `hibc` for a code of HIBC, whose parts are not read; and
 * `unreadable` for text that looks like a code and breaks its rules: a check digit, a date, a length. Never throws. The
 * century of a year is the one nearest to `now`.
 */
export function readKitCode(text: string, now = presentTime()): KitCode | 'unreadable' | 'hibc' | undefined {
  if (text.length > longestCode) return undefined
  const { mark, content } = withoutMark(text)
  if (isGtin(content) && !gs1Marks.test(mark)) return { ...nothing, gtin: gtin14(content), isBare: true }
  if (isHibc(content)) return 'hibc'
  if (/^https?:\/\//i.test(content)) return read(linked(content), now) ?? 'unreadable'
  if (schemelessLink.test(content)) return read(linked(`https://${content}`), now) ?? 'unreadable'
  const isBracketed = /^\(\d{2,4}\)/.test(content)
  const isParted = explicitSeparators.test(content)
  const isMarked = gs1Marks.test(mark) || isBracketed
  const code = isBracketed ? read(bracketed(content), now) : readStrung(content, now)
  if (code === undefined) {
    // Sixteen digits that begin with 01 may also be a lot; only the check digit can tell.
    const beginsAsOne = /^01\d{14}/.test(content) && !/^\d{16}$/.test(content)
    return isMarked || isParted || beginsAsOne || holdsOne(content) ? 'unreadable' : undefined
  }
  // The product number was taken for the end of another part.
  if (code.gtin === null && !isBracketed && !isParted && holdsNumber(content)) return 'unreadable'
  if (isMarked || code.gtin !== null) return code
  // For text that may only look like a code, a valid check digit proves that it was read from its beginning, and a date
  // with a lot makes it very likely.
  const saysBoth = code.lot !== null && code.expiry !== null
  if (saysBoth && isParted) return code
  if (saysBoth && /^(11|17)/.test(content)) return { ...code, isGuessed: true }
  return isParted || holdsOne(content) ? 'unreadable' : undefined
}

/** Converts a text to plain letters and digits, without invisible characters except the separator of a code. */
export function plainCode(text: string): string {
  return plainSigns(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

/**
 * Splits a plain text, without surrounding characters, into the scanner's mark for the printed symbology, such as
 * `]C1`, and the content.
 */
export function withoutMark(text: string): { mark: string; content: string } {
  const trimmed = plainCode(text).replaceAll(/^[\s\u0000-\u001c]+|[\s\u0000-\u001c]+$/g, '')
  const mark = /^\][A-Za-z][0-9A-Za-z]/.exec(trimmed)?.[0] ?? ''
  return { mark, content: trimmed.slice(mark.length) }
}

/** True if a text that is too long for a lot begins like a code, and contains a date or a product number. */
function holdsOne(text: string): boolean {
  if (text.length <= longestPart || !/^(10|11|13|15|17|21|240)/.test(text)) return false
  return holdsNumber(text) || /^1[1357]\d{6}(01|1[0-7]|21|240)/.test(text)
}

function holdsNumber(text: string): boolean {
  return [...text.matchAll(/01(?=(\d{14}))/g)].some(([, digits]) => isGtin(digits ?? ''))
}

/** A GS1 Digital Link as it is printed: its address without `https://`. */
const schemelessLink = /^[^\s/]+\.[^\s/]+\/(?:\S*\/)?01\/\d{8,14}(?!\d)/

/**
 * A code of HIBC (ANSI/HIBC 2.6): a plus sign, the maker and the product, a slash and the lot; or the lot alone after
 * `+$`.
 */
const hibc = /^\*?\+(?:[A-Z][A-Z0-9]{3}[^/\s]*\/|\$)/i
/** A code of HIBC after other text. */
const hibcInside = /\+[A-Z][A-Z0-9]{3}[^/\s]*\/\$/i
const hibcCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

/**
 * True for a code of HIBC. One without a lot is recognised by its check character, the sum of all characters before it.
 */
function isHibc(text: string): boolean {
  if (hibc.test(text)) return true
  if (!/^\+[A-Z0-9]{6}/i.test(text)) return false
  const values = [...text.toUpperCase()].map((character) => hibcCharacters.indexOf(character))
  const check = values.pop()
  return !values.includes(-1) && values.reduce((sum, value) => sum + value, 0) % hibcCharacters.length === check
}

/**
 * True if a text is not a lot but the whole code of a kit, or contains one after a lot, so that it must not be stored
 * as a lot. A bare product number may be a lot, and so gives false.
 */
export function isWholeCode(text: string, now = presentTime()): boolean {
  const code = readKitCode(text, now)
  if (code !== undefined && (typeof code === 'string' || !code.isBare)) return true
  const plain = plainCode(text)
  return holdsNumber(plain) || hibcInside.test(plain) || /\/01\/\d{8,14}(?!\d)/.test(plain)
}

/** True if a text that was taken for a lot may be followed by a date, a product number or another code. */
export function mayHoldMoreThanLot(text: string, now = presentTime()): boolean {
  const isFollowed = [text, `10${text}`].some((one) => waysOf(one, [], now).some(({ lost }) => lost === 'before-fixed'))
  return isFollowed || holdsCode(text.slice(0, longestCode), now)
}

/** True if a possible lot is followed by a code, even a broken one; the code may contain a lot of its own. */
function holdsCode(text: string, now: Date): boolean {
  return Array.from({ length: longestPart }, (_, at) => readKitCode(text.slice(at + 1), now)).some(
    (code) => code !== undefined && (typeof code === 'string' || !code.isBare),
  )
}

/** True if two GTINs name the same product, whatever their lengths. */
export function isSameGtin(one: string, other: string): boolean {
  return gtin14(one) === gtin14(other)
}

function gtin14(gtin: string): string {
  return gtin.padStart(14, '0')
}

const nothing: KitCode = {
  gtin: null,
  lot: null,
  serial: null,
  expiry: null,
  madeOn: null,
  isBare: false,
  isGuessed: false,
}

const groupSeparator = '\u001d'

/** Marks that scanners put before a GS1 code to name its symbology: DataMatrix, GS1-128, DataBar, QR and DotCode. */
const gs1Marks = /^\](d2|C1|e0|Q3|J1)$/

/** The separator of a code (FNC1, ASCII 29) as itself and in written forms, none of which occur in lots. */
const explicitSeparators = /[\u001d\u241d]|<GS>|\{GS\}|\[GS\]|<FNC1>|\{FNC1\}|\[FNC1\]|\^\]|\\x1d|\\u001d|~d029/i

/**
 * Texts that scanners type for the separator, which no keyboard has. None of the single characters can be part of a
 * lot. Some scanners type `~1`, and others only a tilde, after which an identifier may begin with 1: the readable
 * interpretation decides.
 */
const separators = [
  /<GS>|<FNC1>|\{GS\}|\{FNC1\}|\[GS\]|\[FNC1\]|\^\]|\\x1d|\\u001d|~d029|~1|[\u001d\u241d|~#^]/gi,
  /<GS>|<FNC1>|\{GS\}|\{FNC1\}|\[GS\]|\[FNC1\]|\^\]|\\x1d|\\u001d|~d029|[\u001d\u241d|~#^]/gi,
]

type Element = readonly [identifier: string, value: string]

/**
 * The parts of a code that is printed with its identifiers in brackets, for people; undefined if one has a wrong
 * length.
 */
function bracketed(text: string): Element[] | undefined {
  const parts = text.split(/\((\d{2,4})\)/).slice(1)
  const list: Element[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    list.push([parts[at] ?? '', (parts[at + 1] ?? '').replaceAll(/[\s\u001d]/g, '')])
  }
  return list.every(isOfItsLength) ? list : undefined
}

/** The parts of a GS1 Digital Link: in its path, such as `/01/…/10/…`, and after its question mark, such as `17=…`. */
function linked(text: string): Element[] | undefined {
  if (!URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  const words = pathname.split('/')
  const first = words.findIndex((word, at) => word === '01' && /^(\d{8}|\d{12,14})$/.test(words[at + 1] ?? ''))
  if (first === -1) return undefined
  const list: Element[] = []
  for (let at = first; at + 1 < words.length; at += 2) {
    const [identifier, value] = [words[at] ?? '', decoded(words[at + 1] ?? '')]
    list.push([identifier, identifier === '01' ? gtin14(value) : value])
  }
  for (const [name, value] of searchParams) if (/^\d{2,4}$/.test(name)) list.push([name, value])
  return list
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The number of characters after identifiers that begin with these two digits; every other part extends to a separator
 * or to the end.
 */
const fixedLengths: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '20': 2,
  '41': 14,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((two) => [two, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((two) => [two, 8])),
}

function isOfItsLength([identifier, value]: Element): boolean {
  const fixed = fixedLengths[identifier.slice(0, 2)]
  return fixed === undefined || identifier.length + value.length === 2 + fixed
}

/** Reads a code as one string, with or without its separators. */
function readStrung(text: string, now: Date): KitCode | undefined {
  const [one, other] = separators.map((pattern) => {
    const marked = text.replaceAll(pattern, groupSeparator).replace(/^\u001d+|\u001d+$/g, '')
    return marked.includes(groupSeparator) ? read(parted(marked), now) : readWithoutSeparators(marked, now)
  })
  return knownParts(other) > knownParts(one) ? other : one
}

function knownParts(code: KitCode | undefined): number {
  return code === undefined ? 0 : Object.values(code).filter((part) => typeof part === 'string').length
}

/** The parts of a string that has its separators. */
function parted(text: string): Element[] | undefined {
  const list: Element[] = []
  for (let rest = text; rest !== '';) {
    const identifier = rest.slice(0, 2)
    if (!/^\d\d$/.test(identifier)) return undefined
    const fixed = fixedLengths[identifier]
    const separator = rest.indexOf(groupSeparator)
    const end = fixed !== undefined ? 2 + fixed : separator === -1 ? rest.length : separator
    const value = rest.slice(2, end)
    if (value.length < (fixed ?? 0)) return undefined
    list.push([identifier, value])
    rest = rest.slice(end).replace(/^\u001d/, '')
  }
  return list
}

/**
 * Reads a string without separators. Where a part may have ended early, a following part that obeys a rule is accepted,
 * namely a plausible date or a product number, and the code becomes a guess; a serial number, which may be anything, is
 * accepted only if the lot would otherwise be too long. Undefined if the accepted parts could be read in several ways.
 */
function readWithoutSeparators(text: string, now: Date): KitCode | undefined {
  const ways = waysOf(text, [], now).flatMap((way) => {
    const code = read(way.list, now)
    return code === undefined ? [] : [{ ...way, code }]
  })
  const of = (lost: Way['lost']) => ways.filter((way) => way.lost === lost)
  const believed = of('before-fixed')
  const most = Math.max(...believed.map(({ list }) => list.length))
  const [best, second] = believed.filter(({ list }) => list.length === most)
  if (best !== undefined) return second === undefined ? { ...best.code, isGuessed: true } : undefined
  const [whole] = of(null)
  const [guess, ...others] = of('before-any')
  if (whole !== undefined) return { ...whole.code, isGuessed: guess !== undefined }
  return guess !== undefined && others.length === 0 ? { ...guess.code, isGuessed: true } : undefined
}

/** One way to split a string, with the position of a part that follows a missing separator. */
interface Way {
  list: Element[]
  lost: 'before-fixed' | 'before-any' | null
}

/** Parts that may follow a lost separator: those that occur in scans of kits. */
const unparted = /^(01|10|11|13|15|17|21|240)/

/**
 * Every way to split a string without separators; `known` are the identifiers before it, none of which may occur twice.
 */
function waysOf(text: string, known: readonly string[], now: Date): Way[] {
  const identifier = /^(24\d|\d\d)/.exec(text)?.[0]
  if (identifier === undefined || known.includes(identifier)) return []
  const fixed = fixedLengths[identifier]
  const from = identifier.length
  const ends = fixed === undefined ? endsOf(text, from) : [from + fixed]
  return ends.flatMap((end): Way[] => {
    const element: Element = [identifier, text.slice(from, end)]
    const rest = text.slice(end)
    if (element[1].length < (fixed ?? 1)) return []
    if (rest === '') return [{ list: [element], lost: null }]
    if (fixed === undefined && !isCredible(rest, now)) return []
    return waysOf(rest, [...known, identifier], now).map(({ list, lost }) => {
      const isBeforeFixed = fixed !== undefined || fixedLengths[rest.slice(0, 2)] !== undefined
      const own = fixed !== undefined ? null : isBeforeFixed ? 'before-fixed' : 'before-any'
      return {
        list: [element, ...list],
        lost: own === 'before-any' || lost === 'before-any' ? 'before-any' : (own ?? lost),
      }
    })
  })
}

/** The positions at which a part of variable length may end without a separator. */
function endsOf(text: string, from: number): number[] {
  const latest = Math.min(text.length - 3, from + longestPart)
  const before = Array.from({ length: Math.max(0, latest - from) }, (_, at) => from + 1 + at)
  return [text.length, ...before.filter((end) => unparted.test(text.slice(end)))]
}

/** True if the text after a possible lost separator obeys the rules of its part, with a plausible date. */
function isCredible(rest: string, now: Date): boolean {
  const [identifier, value] = [rest.slice(0, 2), rest.slice(2)]
  if (identifier === '01') return isGtin(value.slice(0, 14)) && value.length >= 14
  if (!/^1[1357]$/.test(identifier)) return true
  const day = readDate(value.slice(0, 6), now)
  return day !== undefined && Math.abs(Number(day.slice(0, 4)) - now.getUTCFullYear()) <= 8
}

const longestPart = 20

/** Undefined if a part breaks its rules, if two parts disagree, or if none of them is about a kit. */
function read(list: readonly Element[] | undefined, now: Date): KitCode | undefined {
  if (list === undefined) return undefined
  const code: KitCode = { ...nothing }
  for (const [identifier, value] of list) {
    const found = partOf(identifier, value, now)
    if (found === undefined) continue
    const [name, said] = found
    if (said === undefined || (code[name] !== null && code[name] !== said)) return undefined
    code[name] = said
  }
  const isOfKit = code.gtin !== null || code.lot !== null || code.expiry !== null
  return isOfKit ? code : undefined
}

type Part = 'gtin' | 'lot' | 'serial' | 'expiry' | 'madeOn'

/**
 * The content of a part, with an undefined value if it breaks its rules; undefined for a part that is not about a kit.
 */
function partOf(identifier: string, value: string, now: Date): [Part, string | undefined] | undefined {
  switch (identifier) {
    case '01':
      return ['gtin', value.length === 14 && isGtin(value) ? value : undefined]
    case '10':
      return ['lot', isPart(value) ? value : undefined]
    case '11':
      return ['madeOn', readDate(value, now)]
    case '17':
      return ['expiry', readDate(value, now)]
    case '21':
      return ['serial', isPart(value) ? value : undefined]
    default:
      return undefined
  }
}

/** A lot or a serial number, of the characters that GS1 allows. */
function isPart(value: string): boolean {
  return /^[A-Za-z0-9!"%&'()*+,\-./_:;<=>?]{1,20}$/.test(value)
}

/**
 * A day written as YYMMDD, in which day 00 is the last of the month. A year that would lie 51 or more years ahead was
 * in the last century, and one that would lie 50 or more years back is in the next.
 */
function readDate(text: string, now: Date): string | undefined {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (yy === undefined || mm === undefined || dd === undefined) return undefined
  const thisYear = now.getUTCFullYear()
  const ahead = Number(yy) - (thisYear % 100)
  const century = Math.floor(thisYear / 100) + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0)
  const [year, month] = [century * 100 + Number(yy), Number(mm)]
  if (month < 1 || month > 12) return undefined
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = dd === '00' ? lastDay : Number(dd)
  if (day > lastDay) return undefined
  return `${year}-${mm}-${String(day).padStart(2, '0')}`
}
