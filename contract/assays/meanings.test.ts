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
  // The other English is read rather than what the organisation does not say.
  ['positive', 'en_US', 'Ask our pharmacist.'],
  ['negative', 'en_GB', 'Nothing was found.'],
  // An organisation that says nothing in the reader's language leaves it to what is said for everybody.
  ['positive', 'es_MX', 'Avise a la enfermera.'],
  ['invalid', 'es_MX', 'Vuelva hoy.'],
  ['invalid', 'en_GB', null],
] as const)('%s in %s means what the organisation says, else what is said for everybody', (result, locale, words) => {
  expect(meaningIn(said, result, locale)).toBe(words)
})

it('at an organisation without words of its own, results mean what they mean for everybody', () => {
  expect(meaningIn({ ...said, atOrganisation: null }, 'positive', 'en_GB')).toBe('Tell the nurse.')
  expect(meaningIn({ ...said, atOrganisation: {} }, 'positive', 'en_GB')).toBe('Tell the nurse.')
})

it('an empty text is as good as none', () => {
  expect(meaningIn({ ...said, atOrganisation: { en_GB: { positive: '' } } }, 'positive', 'en_GB')).toBe(
    'Tell the nurse.',
  )
})
