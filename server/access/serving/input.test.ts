import { expect, it } from 'vitest'
import { createGroup } from '../../../contract/groups/endpoints.ts'
import { Failure } from '../../platform/failure.ts'
import { readInput } from './input.ts'

/** The fields that are refused in a body. */
function refusedIn(body: unknown): string[] {
  try {
    readInput(createGroup, { params: undefined, query: undefined, body })
  } catch (error) {
    if (error instanceof Failure) return error.fields.map(({ field }) => field)
    throw error
  }
  return []
}

const far = 'x'.repeat(20_000)

it('a text that is far too long is refused at its field', () => {
  const id = '0192d3a0-1111-7000-8000-000000000001'
  expect(refusedIn({ organisationId: id, name: far })).toEqual(['name'])
  expect(refusedIn({ organisationId: 'no id', name: 'A group' })).toEqual(['organisationId'])
})
