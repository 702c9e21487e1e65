import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameGtin, isWholeCode, mayHoldMoreThanLot, readKitCode } from './gs1.ts'

const now = new Date('2026-11-22T12:00:00Z')
const read = (text: string) => readKitCode(text, now)
const gs = '\u001d'
const gtin = '09506000134352'
const wide = (text: string) => text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
const kit = { gtin, lot: 'ABC123', expiry: '2027-01-31' }

describe('the code of a kit', () => {
  it.each([
    ['a camera', `01${gtin}1727013110ABC123`],
    ['a scanner that says it is a GS1 DataMatrix', `]d201${gtin}1727013110ABC123`],
    ['a scanner that says it is a GS1-128', `]C101${gtin}1727013110ABC123`],
    ['a scanner that says it is a GS1 QR', `]Q301${gtin}1727013110ABC123`],
    ['one that begins with a separator', `]d2${gs}01${gtin}1727013110ABC123`],
    ['a lot before the expiry', `01${gtin}10ABC123${gs}17270131`],
    ['parts that a kit’s code says besides', `01${gtin}24099${gs}30100${gs}10ABC123${gs}17270131`],
    ['other dates and measures', `01${gtin}1526123131020012341727013110ABC123`],
    ['white space around it', `  01${gtin}1727013110ABC123\r\n`],
    ['a separator as a word', `01${gtin}10ABC123<GS>17270131`],
    ['a separator in braces', `01${gtin}10ABC123{GS}17270131`],
    ['a separator as a symbol', `01${gtin}10ABC123␝17270131`],
    ['a separator as a control key', `01${gtin}10ABC123^]17270131`],
    ['a separator as a bar', `01${gtin}10ABC123|17270131`],
    ['a separator as a tilde', `01${gtin}10ABC123~17270131`],
    ['brackets', `(01)${gtin}(17)270131(10)ABC123`],
    ['brackets with spaces', `(01) 09 506000 134352 (10) ABC123 (17) 270131 (240) 99`],
    ['the expiry first', `1727013101${gtin}10ABC123`],
    ['a separator as ~1', `10ABC123~117270131~101${gtin}`],
    ['a separator as ~d029', `01${gtin}10ABC123~d02917270131`],
    ['a scanner that says it is a plain code', `]C001${gtin}1727013110ABC123`],
    ['a scanner that says it is a QR', `]Q101${gtin}1727013110ABC123`],
    ['brackets, the expiry first', `(17)270131(01)${gtin}(10)ABC123`],
    ['a link', `https://id.gs1.org/01/${gtin}/10/ABC123?17=270131`],
    ['a link of a manufacturer with fewer digits', `https://a.test/p/01/${gtin.slice(1)}/10/ABC%31%323?17=270131&x=1`],
    ['Tab behind it', `01${gtin}1727013110ABC123\t`],
    ['a link without its scheme', `id.gs1.org/01/${gtin}/10/ABC123?17=270131`],
    ['a link of a manufacturer without its scheme', `www.a.test/p/01/${gtin}/10/ABC123?17=270131`],
    ['full-width letters and digits', wide(`01${gtin}1727013110ABC123`)],
    ['full-width brackets', wide(`(01)${gtin}(17)270131(10)ABC123`)],
    ['characters that nobody sees around it', `\u200b\ufeff01${gtin}1727013110\u200bABC123`],
    ['the lot first, marked', `]d210ABC123${gs}1727013101${gtin}`],
  ])('is read from %s', (_, text) => {
    expect(read(text)).toMatchObject({ ...kit, isBare: false, isGuessed: false })
  })

  it('has a serial number and a production date, if it holds them', () => {
    expect(read(`01${gtin}1125020117270131` + `10ABC123${gs}21SN-7`)).toEqual({
      ...kit,
      serial: 'SN-7',
      madeOn: '2025-02-01',
      isBare: false,
      isGuessed: false,
    })
  })

  it.each([
    ['a date behind the lot', `01${gtin}10ABC12317270131`, kit],
    ['both dates behind the lot', `01${gtin}10ABC1231125020117270131`, { ...kit, madeOn: '2025-02-01' }],
    ['a 21 inside the lot, which may begin a serial number', `01${gtin}1727013110A2103`, { ...kit, lot: 'A2103' }],
    ['a date and a lot, without a product', '1727013110ABC123', { lot: 'ABC123', expiry: '2027-01-31', gtin: null }],
    ['the lot first of all', `10ABC1231727013101${gtin}`, kit],
    ['the lot before the product', `1727013110ABC12301${gtin}`, kit],
    ['a serial number behind a lot that would be too long', `01${gtin}1727013110ABC12321SN000000000000045`, kit],
  ])('is a guess without its separators, and says so: %s', (_, text, expected) => {
    expect(read(text)).toMatchObject({ ...expected, isGuessed: true })
  })

  it.each([
    ['product', `(01)${gtin}`, { gtin, lot: null, expiry: null }],
    ['lot', '(10)ABC123', { gtin: null, lot: 'ABC123', expiry: null }],
    ['expiry', '(17)270131', { gtin: null, lot: null, expiry: '2027-01-31' }],
  ])('may tell the %s alone', (_, text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })

  it.each([
    ['a number like a date that is far from today', `01${gtin}10ABC17990131`, 'ABC17990131'],
    ['a number like a date where the expiry is known', `01${gtin}1727013110ABC17280131`, 'ABC17280131'],
    ['marks and brackets', `01${gtin}1727013110A-1/(2)_b`, 'A-1/(2)_b'],
  ])('keeps a lot with %s whole', (_, text, lot) => {
    expect(read(text)).toMatchObject({ lot, isGuessed: false })
  })

  it.each([
    ['270200', '2027-02-28'],
    ['280200', '2028-02-29'],
    ['261231', '2026-12-31'],
    ['760101', '2076-01-01'],
    ['770101', '1977-01-01'],
  ])('reads the date %s as %s', (date, expiry) => {
    expect(read(`01${gtin}17${date}`)).toMatchObject({ gtin, expiry, lot: null })
  })

  it.each([
    ['a century that begins soon', '050101', '2105-01-01', '2090-06-01'],
    ['the one that has just ended', '990101', '1999-01-01', '2010-06-01'],
  ])('reads a year of %s', (_, date, expiry, today) => {
    expect(readKitCode(`01${gtin}17${date}`, new Date(today))).toMatchObject({ expiry })
  })

  it.each([
    ['a wrong check digit', `01${gtin.slice(0, -1)}31727013110ABC123`],
    ['a wrong check digit in brackets', `(01)${gtin.slice(0, -1)}3(10)ABC123`],
    ['a month that there is not', `01${gtin}1727130110ABC123`],
    ['a day that there is not', `01${gtin}1727023110ABC123`],
    ['letters in a date', `01${gtin}17270l3110ABC123`],
    ['an end too early', `01${gtin}172701`],
    ['two lots', `01${gtin}10ABC${gs}10DEF`],
    ['an empty lot', `01${gtin}10${gs}17270131`],
    ['a lot of 21 characters', `01${gtin}10${'A'.repeat(21)}${gs}17270131`],
    ['a serial number that may begin in two places', `01${gtin}1727013110AB21CD21${'E'.repeat(16)}`],
    ['a control character in a lot', `01${gtin}10AB\u0007C${gs}17270131`],
    ['letters where an identifier should be', `01${gtin}xx`],
    ['nothing about a kit', `]d2414${'1'.repeat(13)}`],
    ['the mark alone', ']d2'],
    ['a digit before it', `201${gtin}10ABC123${gs}17270131`],
    ['a lot that has a separator in it', `AB${gs}12`],
    ['a link that says nothing of a kit', 'https://a.test/ifu/01/2'],
    ['a date too long in brackets', `(01)${gtin}(17)2701310(10)A`],
    ['a date and what no kit needs, without a product number', `17270131240${'A'.repeat(12)}`],
  ])('is unreadable with %s', (_, text) => {
    expect(read(text)).toBe('unreadable')
  })

  it.each([
    ['EAN-13', '9780306406157', '09780306406157'],
    ['UPC-A', '036000291452', '00036000291452'],
    ['EAN-8', '96385074', '00000096385074'],
    ['ITF-14', '10811877011337', '10811877011337'],
    ['EAN-13 with its mark', ']E09780306406157', '09780306406157'],
  ])('may be a product number alone: %s', (_, text, expected) => {
    expect(read(text)).toMatchObject({ gtin: expected, lot: null, expiry: null, isBare: true })
  })

  it.each(['', ' ', 'ABC123', 'LOT-2026/7', '2#5', '9780306406158', '10ABC123', '17270131', '0112345678901234'])(
    'is not %j, which may be a lot',
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )

  it.each([
    ['with its lot', '+A99912345/$$52001510X3'],
    ['with a date and its lot', '+A123BJC5D6E71/$$3240731LOT12/S77DL'],
    ['as Code 39 prints it', '*+A123BJC5D6E71G*/'],
    ['the lot alone', '+$$3240731LOT12GX'],
    ['without its lot, told by its check character', '+A123BJC5D6E71G'],
    ['with a mark of the scanner', ']C0+A99912345/$$52001510X3'],
    ['in full-width letters', wide('+A99912345/$$52001510X3')],
  ])('in HIBC format is recognised, and is no lot: %s', (_, text) => {
    expect(read(text)).toBe('hibc')
    expect(isWholeCode(text, now)).toBe(true)
  })

  it.each(['+A123BJC5D6E71H', '+5', 'A+B/12', '+LOT-7', 'C+', 'a.b/01/2'])('of HIBC or a link is not %s', (text) => {
    expect(read(text)).toBeUndefined()
    expect(isWholeCode(text, now)).toBe(false)
  })

  it.each([
    ['a second scan', `AB1201${gtin}1727013110CD34`],
    ['a second scan without a product', 'AB121727013110CD34'],
    ['a second scan, the lot first', `AB1210CD341727013101${gtin}`],
    ['a second scan in brackets', `AB12(01)${gtin}(10)CD34`],
    ['a date', 'AB1217270131'],
  ])('is detected after a lot: %s', (_, text) => {
    expect(mayHoldMoreThanLot(text, now)).toBe(true)
  })

  it.each(['AB12', 'LOT-2026/7', 'A17990131', '20260117', 'X96385074', '10AB10CD'])(
    'is not detected in a lot such as %s',
    (text) => {
      expect(mayHoldMoreThanLot(text, now)).toBe(false)
    },
  )

  it.each([
    ['a link', `AB12id.gs1.org/01/${gtin}/10/AB12`],
    ['a code of HIBC', 'AB12+A99912345/$$52001510X3'],
    ['a code in full-width digits', wide(`AB1201${gtin}10CD34`)],
  ])('is not stored after a lot: %s', (_, text) => {
    expect(isWholeCode(text, now)).toBe(true)
  })

  it('is not searched for in a long text', () => {
    expect(read(`01${gtin}10${'21'.repeat(5_000_000)}`)).toBeUndefined()
  })

  it('is found however many digits its product number has', () => {
    expect(isSameGtin('9780306406157', '09780306406157')).toBe(true)
    expect(isSameGtin('9780306406157', '19780306406154')).toBe(false)
  })
})

describe('any scanned text', () => {
  const pieces = fc.constantFrom(
    '01',
    '10',
    '11',
    '17',
    '21',
    gtin,
    '270131',
    '(10)',
    '(',
    ')',
    gs,
    '|',
    ']d2',
    'ABC',
    '21',
    ' ',
  )
  const strange = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 20 }).map((parts) => parts.join('')),
  )

  it('is read or refused, and the result keeps the rules of a kit’s code', () => {
    fc.assert(
      fc.property(strange, (text) => {
        const code = read(text)
        if (code === undefined || typeof code === 'string') return
        expect(code.gtin ?? gtin).toMatch(/^\d{14}$/)
        expect(code.lot ?? 'A').toMatch(/^[!-z]{1,20}$/)
        for (const day of [code.expiry, code.madeOn]) {
          expect(day === null || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('with a valid code gives the same in each of its forms', () => {
    const lots = fc.stringMatching(/^[A-Za-z0-9./_-]{1,20}$/)
    fc.assert(
      fc.property(
        lots,
        fc.date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }),
        (lot, at) => {
          const expiry = at.toISOString().slice(0, 10)
          const date = expiry.slice(2).replaceAll('-', '')
          const expected = { gtin, lot, expiry }
          expect(read(`01${gtin}10${lot}${gs}17${date}`)).toMatchObject(expected)
          expect(read(`]C101${gtin}17${date}10${lot}`)).toMatchObject(expected)
          expect(read(`(01)${gtin}(10)${lot}(17)${date}`)).toMatchObject(expected)
        },
      ),
    )
  })

  it('is read back from its parts in every order, or marked as a guess, or refused', () => {
    const day = (from: string, to: string) =>
      fc
        .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10))
    const parts = fc.record({
      lot: fc.stringMatching(/^[A-Za-z0-9./_-]{1,20}$/),
      serial: fc.option(fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)),
      expiry: day('2024-01-01', '2032-12-31'),
      madeOn: fc.option(day('2020-01-01', '2026-11-01')),
      reference: fc.option(fc.stringMatching(/^[A-Z0-9]{1,30}$/)),
    })
    const order = fc.shuffledSubarray(['01', '10', '11', '17', '21', '240'], { minLength: 6 })
    const form = fc.constantFrom(gs, '<GS>', '{GS}', '~1', '|', '(', '')
    const mark = fc.constantFrom(']d2', ']C1', ']Q3', ']e0', '')
    const date = (text: string) => text.slice(2).replaceAll('-', '')
    fc.assert(
      fc.property(
        parts,
        order,
        form,
        mark,
        ({ lot, serial, expiry, madeOn, reference }, identifiers, separator, before) => {
          const values: Record<string, string | null> = {
            '01': gtin,
            '10': lot,
            '11': madeOn && date(madeOn),
            '17': date(expiry),
            '21': serial,
            '240': reference,
          }
          const present = identifiers.flatMap((identifier) => {
            const value = values[identifier]
            return value === null || value === undefined ? [] : [{ identifier, value }]
          })
          const text = present
            .map(({ identifier, value }, at) => {
              if (separator === '(') return `(${identifier})${value}`
              const isOpen = ['10', '21', '240'].includes(identifier) && at + 1 < present.length
              return identifier + value + (isOpen ? separator : '')
            })
            .join('')
          const code = read((separator === '(' ? '' : before) + text)
          const expected = { gtin, lot, serial, expiry, madeOn, isBare: false, isGuessed: false }
          // Without separators it must never be silently misread, nor be taken for a lot if it begins like a code.
          const isUnparted = separator === '' || !text.includes(separator)
          const isOpenlyDoubtful =
            isUnparted &&
            (code === undefined ? !/^(01|17|11|\])/.test(before + text) : typeof code === 'string' || code.isGuessed)
          expect(isOpenlyDoubtful ? expected : code).toEqual(expected)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
