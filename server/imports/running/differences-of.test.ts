import { expect, it } from 'vitest'
import { noDetails } from '../../../contract/subjects/details.ts'
import { differencesOf } from './differences-of.ts'

const unit = (name: string | null, room: string | null) => ({ name, room })

it.for([
  [unit('East', '12'), unit(null, '12'), undefined],
  [unit('East', '12'), unit('east', null), undefined],
  [unit('East', '12'), unit(null, '14'), unit('East', '14')],
  [unit(null, '12'), unit('East', null), unit('East', '12')],
  [unit('East', '12'), unit('West', null), unit('West', null)],
] as const)('of the unit and room %o, a file that has %o says what it says alone', ([here, said, taken]) => {
  const nobody = { facts: {}, email: null, localId: null }
  const found = differencesOf(
    { ...nobody, details: { ...noDetails, unit: said } },
    { ...nobody, details: { ...noDetails, unit: here } },
  )
  expect(found?.file.unit).toEqual(taken)
})
