import { describe, expect, it } from 'vitest'
import { address } from './address.ts'

const of = (country: string, postcode: string, state: string | null = null) =>
  address.safeParse({ streetAddress: 'PSC 1 Box 2', country, postcode, state })

describe('an address of the armed forces', () => {
  it.each([
    ['AA', '34002'],
    ['AE', '09012'],
    ['AP', '96319-0001'],
  ])('is accepted in the US with %s for its state', (state, zip) => {
    expect(of('US', zip, state).data).toMatchObject({ state, postcode: zip })
  })

  it.each([
    ['BFPO 57', 'BFPO 57'],
    ['bfpo57', 'BFPO 57'],
    ['BFPO\u00a01234', 'BFPO 1234'],
    ['bf1 0ax', 'BF1 0AX'],
  ])('is accepted in the UK with %j for its postcode', (typed, kept) => {
    expect(of('GB', typed).data?.postcode).toBe(kept)
  })

  it.each(['BFPO', 'BFPO 12345', 'BFPO 1A'])('is refused with %j', (typed) => {
    expect(of('GB', typed).success).toBe(false)
  })
})
