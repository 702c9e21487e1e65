import { describe, expect, it } from 'vitest'
import { gtin, loincCode, snomedCode } from './assay-codes.ts'

describe.each([
  // Codes from the packages of a book, a drink and a COVID-19 test, and GS1's own example.
  ['a GTIN', gtin, ['9780306406157', '96385074', '036000291452', '10811877011337', '00012345600012']],
  ['a LOINC code', loincCode, ['94558-4', '80382-5', '80383-3', '97097-0', '10-9', '100911-7']],
  ['a SNOMED CT code', snomedCode, ['445297001', '258500001', '260373001', '455371000124106', '840539006']],
])('%s', (_, schema, sound) => {
  it.each(sound)('may be %s', (code) => {
    expect(schema.safeParse(` ${code} `).data).toBe(code)
  })

  it.each(sound)('is refused if one digit of %s is changed', (code) => {
    const places = [...code].flatMap((character, place) => (/\d/.test(character) ? [place] : []))
    for (const place of places) {
      const wrong = String((Number(code[place]) + 1) % 10)
      expect(schema.safeParse(code.slice(0, place) + wrong + code.slice(place + 1)).success).toBe(false)
    }
  })

  it.each(['', '12', 'abc', '1234567890123456789', '٩٤٥٥٨-٥'])('is never %j', (code) => {
    expect(schema.safeParse(code).success).toBe(false)
  })
})
