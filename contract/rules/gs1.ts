import { isGtin } from './assay-codes.ts'

/** What the code on a kit says of it (GS1 General Specifications, sections 3 and 7). What it does not say is null. */
export interface KitCode {
  /** Of 14 digits, led by zeros where it has fewer. */
  gtin: string | null
  lot: string | null
  serial: string | null
  /** As YYYY-MM-DD: the last day on which it may be used. */
  expiry: string | null
  /** As YYYY-MM-DD. */
  madeOn: string | null
  /** Whether it is the number of a product alone, as below an EAN or UPC bar code. A lot may look the same by chance. */
  isBare: boolean
  /** Whether the marks between its parts were lost, so that where the lot ends was guessed. */
  isGuessed: boolean
}

/** What nobody prints on a kit is not looked at. */
const longestCode = 200

/**
 * Reads a code as a camera finds it, as a USB scanner types it or as it is printed below the bars, with its application
 * identifiers in brackets. Answers undefined for other text, such as a lot, and `unreadable` for what looks like a code and
 * breaks its rules: a check digit, a date, a length. Never throws. The century of a year is the one nearest to `now`.
 */
export function readKitCode(text: string, now = new Date()): KitCode | 'unreadable' | undefined {
  if (text.length > longestCode) return undefined
  const trimmed = text.trim()
  const bare = trimmed.replace(/^\][EI]\d/, '')
  if (isGtin(bare)) return { ...nothing, gtin: gtin14(bare), isBare: true }
  const unmarked = trimmed.replace(symbology, '')
  const marked = unmarked.replaceAll(separators, groupSeparator)
  const isMarked = unmarked !== trimmed || /^\((01|1[017]|21)\)/.test(unmarked)
  const isParted = /[\u001d\u241d]|<GS>|\{GS\}/.test(unmarked)
  if (!isMarked && !isParted && !/^01\d{14}/.test(marked)) return undefined
  const elements = unmarked.startsWith('(') ? bracketed(unmarked) : strung(marked, now)
  const code = elements && read(elements, now)
  // Sixteen digits that begin with 01 may also be a lot: only the check digit tells.
  if (code === undefined) return !isMarked && /^\d{16}$/.test(trimmed) ? undefined : 'unreadable'
  // Of what only looks like a code, the check digit alone shows that it was read from its beginning.
  return isMarked || code.gtin !== null ? code : 'unreadable'
}

/** Whether two GTINs name the same product, whatever their lengths. */
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

/** What scanners put before a code to say how it is printed: GS1 DataMatrix, GS1-128, GS1 DataBar and GS1 QR. */
const symbology = /^\](d2|C1|e0|Q3)/

/**
 * What scanners type where a code has its separator (FNC1, ASCII 29), which no keyboard has. None of the single characters can
 * be part of a lot.
 */
const separators = /<GS>|<FNC1>|\{GS\}|\{FNC1\}|\[GS\]|\[FNC1\]|\^\]|[\u001d\u241d|~#^]/gi

type Element = readonly [identifier: string, value: string]
interface Elements {
  list: Element[]
  isGuessed: boolean
}

/** The parts of a code that is printed with its identifiers in brackets, for people. */
function bracketed(text: string): Elements {
  const parts = text.split(/\((\d{2,4})\)/).slice(1)
  const list: Element[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    list.push([parts[at] ?? '', (parts[at + 1] ?? '').replaceAll(/[\s\u001d]/g, '')])
  }
  return { list, isGuessed: false }
}

/** Characters after identifiers that begin with these two digits; every other part goes on to a separator or to the end. */
const fixedLengths: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '20': 2,
  '41': 14,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((two) => [two, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((two) => [two, 8])),
}

/** The parts of a code as one string. */
function strung(text: string, now: Date): Elements | undefined {
  const hasSeparators = text.replace(/^\u001d/, '').includes(groupSeparator)
  const list: Element[] = []
  let rest = text.replace(/^\u001d/, '')
  while (rest !== '') {
    const identifier = rest.slice(0, 2)
    if (!/^\d\d$/.test(identifier)) return undefined
    const fixed = fixedLengths[identifier]
    const end = fixed === undefined ? endOf(rest) : 2 + fixed
    const value = rest.slice(2, end)
    if (fixed !== undefined && value.length < fixed) return undefined
    rest = rest.slice(end).replace(/^\u001d/, '')
    if (identifier === '10' && rest === '' && !hasSeparators) {
      const parted = withoutSeparators(value, list, now)
      return parted && { list: [...list, ...parted], isGuessed: parted.length > 1 }
    }
    list.push([identifier, value])
  }
  return { list, isGuessed: false }
}

function endOf(text: string): number {
  const at = text.indexOf(groupSeparator)
  return at === -1 ? text.length : at
}

/**
 * A lot with all that stands behind it, where the separators were lost: dates at its end are told by being dates of these
 * years, and a serial number where the lot would be too long with it. Undefined where that could be read in several ways.
 */
function withoutSeparators(text: string, before: readonly Element[], now: Date): Element[] | undefined {
  const dates: Element[] = []
  let lot = text
  for (;;) {
    const [, head, identifier, value] = /^([^]+)(17|11)(\d{6})$/.exec(lot) ?? []
    if (head === undefined || identifier === undefined || value === undefined) break
    const day = readDate(value, now)
    const isKnown = [...before, ...dates].some(([known]) => known === identifier)
    if (isKnown || day === undefined || Math.abs(Number(day.slice(0, 4)) - now.getUTCFullYear()) > 8) break
    dates.push([identifier, value])
    lot = head
  }
  if (lot.length <= longestPart) return [['10', lot], ...dates]
  const splits = [...lot.matchAll(/(?=21)/g)]
    .map(({ index }) => [lot.slice(0, index), lot.slice(index + 2)] as const)
    .filter((parts) => parts.every(({ length }) => length >= 1 && length <= longestPart))
  const [only] = splits
  return only === undefined || splits.length > 1 ? undefined : [['10', only[0]], ['21', only[1]], ...dates]
}

const longestPart = 20

/** Undefined when a part breaks its rules, when two disagree, or when nothing of it is about a kit. */
function read({ list, isGuessed }: Elements, now: Date): KitCode | undefined {
  const code: KitCode = { ...nothing, isGuessed }
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

/** What a part says, undefined where it breaks its rules; undefined instead of a pair for one that says nothing of a kit. */
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
 * A day written as YYMMDD, where day 00 is the last of the month. A year that would lie 51 or more years ahead was in the last
 * century, and one that would lie 50 or more back is in the next.
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
