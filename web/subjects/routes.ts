import { createRoute } from '@tanstack/react-router'
import { mayMergeSubjects } from '../../contract/permissions/can.ts'
import { subjectList } from '../../contract/subjects/subject-list.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import type { SubjectsSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { readField } from '../routing/asked-field.ts'
import { pageOfRow, pageOfUsers, panelOfUsers } from '../routing/page-route.ts'

const subjects = createRoute({
  getParentRoute: () => loggedIn,
  path: '/subjects',
  validateSearch: addressOf(subjectList).read,
  ...pageOfUsers<SubjectsSearch>({
    title: 'shell:page.subjects',
    permission: ['view-subjects'],
    words: ['subjects', 'testRecords'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./subject-queries.ts')).subjectsQuery, search),
    code: async () => (await import('./subjects-page.tsx')).SubjectsPage,
  }),
})

/** Shown beside the list: the list's page draws it in its outlet. */
const subject = createRoute({
  getParentRoute: () => subjects,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.subject',
    words: ['subjects', 'testRecords', 'personDetails'],
    row: async () => (await import('./queries.ts')).subjectQuery,
    code: async () => (await import('./subject-page.tsx')).SubjectPage,
  }),
})

const editSubject = createRoute({
  getParentRoute: () => subject,
  path: 'edit',
  validateSearch: readField,
  ...panelOfUsers({
    title: 'shell:page.editSubject',
    permission: ['create-tests'],
    words: ['accounts', 'places', 'subjectSearch', 'personParts', 'editing'],
    code: async () => (await import('./subject-form.tsx')).SubjectForm,
  }),
})

/** Gives the breadcrumb its title; the pages are the two child routes. */
const merge = createRoute({
  getParentRoute: () => subject,
  path: 'merge',
  staticData: { title: 'shell:page.mergeSubject' },
})

/** Shown in a panel over the subject: finds another subject to merge with. */
const findOther = createRoute({
  getParentRoute: () => merge,
  path: '/',
  ...panelOfUsers({
    title: 'shell:page.mergeSubject',
    rule: mayMergeSubjects,
    words: ['merging', 'editing'],
    code: async () => (await import('./merge-search.tsx')).MergeSearch,
  }),
})

/** Shown in a panel over the subject: both subjects side by side, to be merged. */
const compare = createRoute({
  getParentRoute: () => merge,
  path: '$otherId',
  ...panelOfUsers<Record<never, never>, { id: string; otherId: string }>({
    title: 'shell:page.compareSubjects',
    rule: mayMergeSubjects,
    words: ['merging', 'personParts', 'editing'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./queries.ts')).subjectQuery(params.otherId)),
    code: async () => (await import('./merge-panel.tsx')).MergePanel,
  }),
})

export const subjectRoutes = subjects.addChildren([
  subject.addChildren([editSubject, merge.addChildren([findOther, compare])]),
])
