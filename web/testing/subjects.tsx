import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { PossibleDuplicate, SubjectMerge } from '../../contract/subjects/merging.ts'
import { noDetails } from '../../contract/subjects/details.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import type { SubjectSettings } from '../../contract/tenants/preferences.ts'
import { currentMessages } from '../ui/snackbar-store.ts'
import { openPage } from './open-page.tsx'
import { aUser, pageOf, reply, type answer } from './replies.ts'

/** Ruth, a possible duplicate of her, and their merge. */
export const id = '01998878-2800-7000-8000-000000000101'
export const otherId = '01998878-2800-7000-8000-000000000102'
export const mergeId = '01998878-2800-7000-8000-000000000103'
const organisation = { id, name: 'Harbour Care Homes' }
const [ward, lane] = [
  { id, name: 'Ward 1', organisation },
  { id: otherId, name: 'Ward 2', organisation },
]
export const ruth: OpenedSubject = {
  id,
  kind: 'human',
  email: 'ruth@harbour.test',
  dateOfBirth: '1941-02-03',
  firstName: 'Ruth',
  lastName: 'Ellis',
  localId: null,
  customId1: null,
  customId2: null,
  groupId: id,
  groups: [ward],
  lastTestedAt: '2026-03-05T09:30:00.000Z',
  account: null,
  alsoKnownBy: [],
  addedAt: '2025-01-05T09:30:00.000Z',
  tests: 2,
  version: 3,
  details: noDetails,
  keptDetails: [],
  hiddenDetails: [],
}
export const again: OpenedSubject = {
  ...ruth,
  id: otherId,
  email: 'r.elis@harbour.test',
  lastName: 'Elis',
  localId: 'CARD 7',
  groupId: otherId,
  groups: [lane],
  tests: 4,
  version: 5,
}
export const merged: SubjectMerge = {
  id: mergeId,
  subjectId: id,
  mergedSubjectId: otherId,
  identity: {
    email: 'r.elis@harbour.test',
    dateOfBirth: '1941-02-03',
    firstName: 'Ruth',
    lastName: 'Elis',
    localId: 'CARD 7',
    customId1: null,
    customId2: null,
  },
  tests: 4,
  mergedBy: 'Rosie Atkinson',
  mergedAt: '2026-03-05T09:30:00.000Z',
  undoUntil: '2026-04-04T09:30:00.000Z',
  undoneAt: null,
}
export const duplicate: PossibleDuplicate = {
  subject: again,
  reason: 'same-birth-date',
  agrees: ['firstName', 'dateOfBirth'],
  differs: ['lastName', 'email', 'middleName'],
  obstacle: null,
}
export const animals: SubjectSettings = { kind: 'non-human', customId1: 'Ear tag', customId2: 'Herd' }
/** Content of a dialog counts as hidden, because jsdom has no top layer. */
export const hidden = true

export const data = (given: unknown) => reply(200, { data: given })

export interface Setting {
  type?: UserType
  subjects?: SubjectSettings
  replies?: Parameters<typeof answer>[0]
}

/** Opens a page about subjects as staff of a tenant. */
export async function openSubjects(address: string, { type = 'tenant', subjects, replies }: Setting = {}) {
  return await openPage(address, {
    user: aUser(type),
    ...(subjects && { preferences: { subjects } }),
    parts: [
      import('../subjects/subjects-page.tsx'),
      import('../subjects/subject-page.tsx'),
      import('../subjects/subject-form.tsx'),
      import('../subjects/subject-merging.tsx'),
      import('../subjects/subject-sets.tsx'),
      import('../subjects/merge-panel.tsx'),
      import('../subjects/merge-search.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([]),
      'GET /subjects': pageOf([ruth, again]),
      [`GET /subjects/${id}`]: data(ruth),
      [`GET /subjects/${otherId}`]: data(again),
      [`GET /subjects/${id}/duplicates`]: data([duplicate]),
      [`GET /subjects/${otherId}/duplicates`]: data([]),
      [`GET /subjects/${id}/merges`]: data([]),
      [`GET /subjects/${otherId}/merges`]: data([]),
      'GET /test-records': pageOf([]),
      ...replies,
    },
  })
}

/** The requests of a method whose address ends with a path. */
export const called = (fetched: ReturnType<typeof answer>, method: string, path: string) =>
  fetched.mock.calls.filter(([address, init]) => address.endsWith(path) && init?.method === method)
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name, hidden }))
export const said = () => currentMessages().at(-1)?.text
