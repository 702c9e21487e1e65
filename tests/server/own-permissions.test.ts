import { expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { permissions } from '../../contract/permissions/permissions.ts'
import { ownAndOneForeign } from './own-permissions.ts'

const guarded = endpoints.filter(({ requires }) => typeof requires !== 'string')
const tried = ownAndOneForeign(guarded, permissions, 'clinical')

function ofEndpoint(name: string) {
  const found = tried.find(({ endpoint }) => endpoint.name === name)
  return { own: found?.permissions.slice(0, -1), foreign: found?.permissions.at(-1) }
}

it.each([
  ['listTestRecords', ['view-tests']],
  // One of two, together with a third
  ['sendResult', ['create-tests', 'view-tests', 'correct-tests']],
  // Two together
  ['correctTest', ['view-tests', 'correct-tests']],
  // A rule that no permission opens for this type
  ['createOrganisation', []],
])('%s is tried with the permissions that count for it, and with one that does not', (name, own) => {
  expect(ofEndpoint(name).own?.toSorted()).toEqual(own.toSorted())
  expect(own).not.toContain(ofEndpoint(name).foreign)
})

it('each permission is foreign to some endpoint', () => {
  expect(tried).toHaveLength(guarded.length)
  const foreign = new Set(tried.map(({ permissions: list }) => list.at(-1)))
  expect(permissions.filter((permission) => !foreign.has(permission))).toEqual([])
})
