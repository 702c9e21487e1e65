import { describe, expect, test } from 'vitest'
import { readPhone, shownPhone, writePhone } from './phone-number.ts'
import { countryOfPhone, typedPhone } from './phone-and-postcode.ts'

const mobile = [
  ['GB', '07400 123456', '+447400123456'],
  ['GB', '+44 7400 123456', '+447400123456'],
  ['GB', '0044 7400 123456', '+447400123456'],
  ['IE', '085 012 3456', '+353850123456'],
  ['IE', '+353 85 012 3456', '+353850123456'],
  ['FR', '06 12 34 56 78', '+33612345678'],
  ['FR', '+33 6 12 34 56 78', '+33612345678'],
  ['DE', '01512 3456789', '+4915123456789'],
  ['DE', '+49 1512 3456789', '+4915123456789'],
] as const

const fixedLine = [
  ['GB', '020 7946 0018', '+442079460018'],
  ['GB', '+44 (0)20 7946 0018', '+442079460018'],
  ['IE', '01 234 5678', '+35312345678'],
  ['IE', '+353 1 234 5678', '+35312345678'],
  ['FR', '01 23 45 67 89', '+33123456789'],
  ['FR', '+33 1 23 45 67 89', '+33123456789'],
  ['DE', '030 123456', '+4930123456'],
  ['DE', '+49 30 123456', '+4930123456'],
] as const

const either = [
  ['US', '(213) 373-4253', '+12133734253'],
  ['US', '1 213 373 4253', '+12133734253'],
  ['US', '+1 213-373-4253', '+12133734253'],
] as const

const neither = [
  ['US', '800 234 5678', 'toll-free'],
  ['US', '900 234 5678', 'premium'],
  ['US', '500 234 5678', 'personal'],
  ['GB', '0800 123 4567', 'toll-free'],
  ['GB', '0909 879 0123', 'premium'],
  ['GB', '070 1234 5678', 'personal'],
  ['GB', '07640 123456', 'pager'],
  ['GB', '056 1234 5678', 'over the internet'],
  ['IE', '1800 123 456', 'toll-free'],
  ['IE', '1520 123 456', 'premium'],
  ['IE', '0700 123456', 'personal'],
  ['FR', '0800 123 456', 'toll-free'],
  ['FR', '0891 123 456', 'premium'],
  ['DE', '0800 123 4567', 'toll-free'],
  ['DE', '0900 1 234567', 'premium'],
  ['DE', '0700 12345678', 'personal'],
] as const

const none = [
  ['GB', '07400', 'too short'],
  ['GB', '07400 123456 789', 'too long'],
  ['US', '710 234 5678', 'of no area'],
  ['GB', '085 012 3456', 'Irish, as Ireland writes it'],
  ['GB', '+353 85 012 3456', 'Irish'],
  ['IE', '+44 7400 123456', 'British'],
  ['FR', '+49 1512 3456789', 'German'],
  ['GB', '+34 612 34 56 78', 'Spanish, which is none of ours'],
  ['GB', '+800 1234 5678', 'of no country'],
  ['US', '+1 416 555 0123', 'Canadian, with the calling code of the US'],
  ['FR', '06 12 34', 'French, with digits missing'],
  ['FR', '12 34 56 78', 'French, with the first digits missing'],
  ['US', '733 1234', 'of American Samoa, or of any town without its area'],
  ['GB', '712345', 'of Jersey, or of any town without its area'],
  ['US', '+590 690 00 12 34', 'of Guadeloupe'],
  ['GB', '07400 123456 ext. 5', 'with an extension'],
  ['GB', 'call 07400 123456', 'within words'],
  ['ES', '612 34 56 78', 'of a country that is none of ours'],
  ['', '+44 7400 123456', 'without a country'],
  ['GB', '', 'nothing'],
] as const

describe('a mobile number', () => {
  test.each(mobile)('in country %s, %s, is accepted for its own type', (country, number, stored) => {
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ number: stored })
    expect(readPhone({ country, number }, 'fixed-line', null)).toEqual({ problem: 'phoneLandline' })
    expect(readPhone({ country, number }, 'either', null)).toEqual({ number: stored })
  })
})

describe('a fixed line', () => {
  test.each(fixedLine)('in country %s, %s, is accepted for its own type', (country, number, stored) => {
    expect(readPhone({ country, number }, 'fixed-line', null)).toEqual({ number: stored })
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ problem: 'phoneMobile' })
    expect(readPhone({ country, number }, 'either', null)).toEqual({ number: stored })
  })
})

describe('a number that may be either', () => {
  test.each(either)('in country %s, %s, is accepted for both types', (country, number, stored) => {
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ number: stored })
    expect(readPhone({ country, number }, 'fixed-line', null)).toEqual({ number: stored })
    expect(readPhone({ country, number }, 'either', null)).toEqual({ number: stored })
  })
})

describe('a number that is neither', () => {
  test.each(neither)('in country %s, %s (%s), is refused for both types', (country, number) => {
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ problem: 'phoneMobile' })
    expect(readPhone({ country, number }, 'fixed-line', null)).toEqual({ problem: 'phoneLandline' })
    expect(readPhone({ country, number }, 'either', null)).toEqual({ problem: 'phone' })
  })
})

/** Numbers in places whose addresses belong to a country: with the international code and in local notation. */
const ofPlaces = [
  ['US', 'Puerto Rico', '(787) 234-5678', '+17872345678'],
  ['US', 'Puerto Rico', '+1 939-234-5678', '+19392345678'],
  ['US', 'the US Virgin Islands', '340 642 1234', '+13406421234'],
  ['US', 'Guam', '671 300 1234', '+16713001234'],
  ['US', 'American Samoa', '684 733 1234', '+16847331234'],
  ['US', 'the Northern Marianas', '670 234 5678', '+16702345678'],
  ['US', 'American Samoa, where a line may have become a mobile', '684 699 1234', '+16846991234'],
  ['GB', 'Gibraltar', '+350 57123456', '+35057123456'],
  ['GB', 'Gibraltar', '5712 3456', '+35057123456'],
  ['GB', 'Jersey', '07797 712345', '+447797712345'],
  ['GB', 'Guernsey', '07781 123456', '+447781123456'],
  ['GB', 'the Isle of Man', '07624 412345', '+447624412345'],
  ['FR', 'Guadeloupe', '0690 00 12 34', '+590690001234'],
  ['FR', 'Guadeloupe', '+590 690 00 12 34', '+590690001234'],
  ['FR', 'Guadeloupe', '+590 (0)690 00 12 34', '+590690001234'],
  ['FR', 'Martinique', '0696 20 12 34', '+596696201234'],
  ['FR', 'Réunion', '0692 12 34 56', '+262692123456'],
  ['FR', 'Mayotte', '0639 01 23 45', '+262639012345'],
  ['FR', 'Guyane', '0694 20 12 34', '+594694201234'],
  ['FR', 'Saint-Pierre-et-Miquelon', '+508 55 12 34', '+508551234'],
  ['FR', 'Nouvelle-Calédonie', '+687 75 12 34', '+687751234'],
  ['FR', 'Polynésie française', '+689 87 12 34 56', '+68987123456'],
  ['FR', 'Wallis-et-Futuna', '+681 82 12 34', '+681821234'],
  ['FR', 'Polynésie française', '87 12 34 56', '+68987123456'],
  ['FR', 'Mayotte', '0639 69 12 34', '+262639691234'],
  ['FR', 'Monaco', '+377 6 12 34 56 78', '+377612345678'],
] as const

describe('a number of a place whose addresses are a country’s', () => {
  test.each(ofPlaces)('country %s accepts that of %s, %s', (country, _, number, stored) => {
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ number: stored })
    expect(countryOfPhone(stored)).toBe(country)
    const written = writePhone(stored)
    expect(written?.country).toBe(country)
    expect(written && readPhone(written, 'mobile', null)).toEqual({ number: stored })
  })

  test('is accepted even if a landline is expected', () => {
    const read = (number: string) => readPhone({ country: 'FR', number }, 'fixed-line', null)
    expect(read('0262 16 12 34')).toEqual({ number: '+262262161234' })
    expect(read('0590 90 12 34')).toEqual({ number: '+590590901234' })
  })
})

test.each(['55 12 34', '75 12 34', '82.12.34'])('%s, which exists in several places, needs its code', (number) => {
  expect(readPhone({ country: 'FR', number }, 'mobile', null)).toEqual({ problem: 'phoneOfSeveral' })
})

describe('a number that was copied', () => {
  test.each([
    ['US', '\u202a+1 (787) 234\u20115678\u202c', '+17872345678'],
    ['US', 'tel:+1-787-234-5678', '+17872345678'],
    ['GB', '\u2068٠٧٤٠٠ ١٢٣٤٥٦\u2069', '+447400123456'],
    ['GB', '＋４４\u30007400\u00a0123456', '+447400123456'],
    ['DE', '01512 / 345–67\u200b89', '+4915123456789'],
  ])('in country %s, %j, is read as it looks', (country, number, stored) => {
    expect(readPhone(typedPhone.parse({ country, number }), 'mobile', null)).toEqual({ number: stored })
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ number: stored })
  })
})

describe('an invalid number for its country', () => {
  test.each(none)('%s %s (%s) is refused for both types', (country, number) => {
    expect(readPhone({ country, number }, 'mobile', null)).toEqual({ problem: 'phone' })
    expect(readPhone({ country, number }, 'fixed-line', null)).toEqual({ problem: 'phone' })
    expect(readPhone({ country, number }, 'either', null)).toEqual({ problem: 'phone' })
  })
})

test('the tenant’s own pattern is applied to the stored form of the number, after its type was checked', () => {
  const irishOnly = String.raw`^\+353`
  const read = (country: string, number: string) => readPhone({ country, number }, 'mobile', irishOnly)
  expect(read('IE', '085 012 3456')).toEqual({ number: '+353850123456' })
  expect(read('GB', '07400 123456')).toEqual({ problem: 'phone' })
  expect(read('GB', '020 7946 0018')).toEqual({ problem: 'phoneMobile' })
})

test.each([
  ['+12133734253', 'US', '(213) 373-4253'],
  ['+447400123456', 'GB', '07400 123456'],
  ['+353850123456', 'IE', '085 012 3456'],
  ['+33123456789', 'FR', '01 23 45 67 89'],
  ['+4930123456', 'DE', '030 123456'],
])('%s is formatted as its country writes it', (stored, country, number) => {
  expect(countryOfPhone(stored)).toBe(country)
  expect(writePhone(stored)).toEqual({ country, number })
})

test.each([
  ['+12133734253', '+1 213 373 4253'],
  ['+442079460018', '+44 20 7946 0018'],
  ['+35391555010', '+353 91 555 010'],
  ['+4930123456', '+49 30 123456'],
  ['+590590901234', '+590 590 90 12 34'],
])('%s is shown for international dialling as %s, which is read back as the same number', (stored, shown) => {
  expect(shownPhone(stored)).toBe(shown)
  const written = writePhone(shown)
  expect(written).toEqual(writePhone(stored))
  expect(written && readPhone(written, 'either', null)).toEqual({ number: stored })
})

test.each(['+14165550123', '+34612345678', '+80012345678', 'nonsense'])('%s is in none of our countries', (stored) => {
  expect(writePhone(stored)).toBeUndefined()
})
