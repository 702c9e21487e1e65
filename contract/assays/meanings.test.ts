import { expect, it } from 'vitest'
import { meaningIn, type Said } from './meanings.ts'

const said: Said = {
  atOrganisation: { en_GB: { positive: 'Ask our pharmacist.' }, es_MX: { invalid: 'Vuelva hoy.' } },
  forEverybody: {
    en_GB: { positive: 'Tell the nurse.', negative: 'Nothing was found.' },
    es_MX: { positive: 'Avise a la enfermera.' },
  },
}

it.each([
  ['positive', 'en_GB', 'Ask our pharmacist.'],
  // If the organisation has no text in the reader's English, its text in the other English is used.
  ['positive', 'en_US', 'Ask our pharmacist.'],
  ['negative', 'en_GB', 'Nothing was found.'],
  // If an organisation has no text in the reader's language, the general one is used.
  ['positive', 'es_MX', 'Avise a la enfermera.'],
  ['invalid', 'es_MX', 'Vuelva hoy.'],
  ['invalid', 'en_GB', null],
] as const)('%s in %s means what the organisation says, else what is said for everybody', (result, locale, words) => {
  expect(meaningIn(said, result, locale)).toBe(words)
})

it('at an organisation without its own texts, results have their general meaning', () => {
  expect(meaningIn({ ...said, atOrganisation: null }, 'positive', 'en_GB')).toBe('Tell the nurse.')
  expect(meaningIn({ ...said, atOrganisation: {} }, 'positive', 'en_GB')).toBe('Tell the nurse.')
})

it('an empty text counts as absent', () => {
  expect(meaningIn({ ...said, atOrganisation: { en_GB: { positive: '' } } }, 'positive', 'en_GB')).toBe(
    'Tell the nurse.',
  )
})
