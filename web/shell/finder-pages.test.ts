import { expect, test } from 'vitest'
import { userTypes } from '../../contract/permissions/permissions.ts'
import { paths } from '../paths.ts'
import { aUser } from '../testing/replies.ts'
import { pagesFor } from './finder-pages.ts'

test('offers every form that adds something to those who may use it', () => {
  const offered = userTypes.flatMap((userType) => {
    const user = aUser(userType)
    return pagesFor({ userType, permissions: user.permissions, features: [] }, user, 'human').map(
      ({ target }) => target.to,
    )
  })
  const forms = Object.entries(paths)
    .filter(([name]) => /^new[A-Z]/.test(name))
    .map(([, path]) => (path as () => { to: string })().to) // these paths need nothing
  expect(forms).toContain('/groups/new')
  expect(forms.filter((form) => !offered.some((to) => to === form))).toEqual([])
})

test('offers nothing of people where animals are tested', () => {
  const offeredTo = (kind: 'human' | 'non-human') =>
    userTypes.flatMap((userType) => {
      const user = aUser(userType)
      return pagesFor({ userType, permissions: user.permissions, features: [] }, user, kind).map(
        ({ target }) => target.to,
      )
    })
  const ofPeople = (to = '') => /^\/(imports|notifications|notification-)/.test(to)
  expect(offeredTo('human').filter(ofPeople)).not.toEqual([])
  expect(offeredTo('non-human').filter(ofPeople)).toEqual([])
})
