import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { readDashboardSearch } from './dashboard/search.ts'
import { alsoSay, type PhraseKey } from './ui/phrases.ts'
import { policyNames } from '../contract/phrases/policy.ts'
import { EntrancePages } from './shell/entrance-pages.tsx'
import {
  readEmailSearch,
  readIdSearch,
  readNewUserSearch,
  readTokenSearch,
  requireEmail,
  requireId,
  requireInvitees,
  requireInvites,
  requireJustVerified,
  requireLogin,
  requireNewUser,
  requireRecording,
  requireSelfRegistration,
  requireToken,
} from './shell/guards.ts'
import { inviteList } from '../contract/invites/invite-filter.ts'
import { addressOf } from './lists/list-address.ts'
import { startList } from './lists/start-list.ts'
import type { InvitesSearch, TestRecordsSearch } from './paths.ts'
import { lazyPage } from './shell/page-part.ts'
import { pageOfUsers } from './shell/page-route.ts'
import type { RangeChoice } from './ui/date-range.ts'
import { PageFailed } from './shell/page-failed.tsx'
import { Root } from './shell/root.tsx'
import { Visitors } from './shell/visitors.tsx'
import { Shell } from './shell/shell.tsx'
import { parseStep, type Step } from './test-records/recording/steps.ts'
import { testRecordAddress } from './test-records/list-search.ts'

/** What every guard can reach. */
interface RouterContext {
  queries: QueryClient
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name, in the title of the document and as the last crumb when nothing better is known. */
    title?: PhraseKey
  }
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: PageFailed })

const visitors = createRoute({ getParentRoute: () => root, id: 'visitors', component: Visitors })

const loggedIn = createRoute({
  getParentRoute: () => root,
  id: 'logged-in',
  component: Shell,
  beforeLoad: requireLogin,
})

const dashboard = createRoute({
  getParentRoute: () => loggedIn,
  path: '/',
  validateSearch: readDashboardSearch,
  ...pageOfUsers<Partial<RangeChoice>>({
    title: 'shell:page.dashboard',
    words: ['records'],
    starts: async (queries, { search }) =>
      await (await import('./dashboard/queries.ts')).startDashboard(queries, search),
    code: async () => {
      const [{ DashboardPage }, { DraftReminder }] = await Promise.all([
        import('./dashboard/dashboard-page.tsx'),
        import('./shell/draft-reminder.tsx'),
      ])
      return () => (
        <>
          <DraftReminder />
          <DashboardPage />
        </>
      )
    },
  }),
})

const testRecords = createRoute({
  getParentRoute: () => loggedIn,
  path: '/test-records',
  validateSearch: testRecordAddress.read,
  ...pageOfUsers<TestRecordsSearch>({
    title: 'shell:page.testRecords',
    permission: ['view-tests'],
    words: ['records'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./test-records/queries.ts')).testRecordsQuery, search),
    code: async () => (await import('./test-records/test-records-page.tsx')).TestRecordsPage,
  }),
})

/** Shown beside the list: the list's page draws it in its outlet. */
const testRecord = createRoute({
  getParentRoute: () => testRecords,
  path: '$id',
  ...pageOfUsers<Record<never, never>, { id: string }>({
    title: 'shell:page.testRecord',
    words: ['records'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./test-records/queries.ts')).testRecordQuery(params.id)),
    code: async () => (await import('./test-records/test-record-page.tsx')).TestRecordPage,
  }),
})

const createTest = createRoute({
  getParentRoute: () => loggedIn,
  path: '/create-test',
  validateSearch: (search: Record<string, unknown>): { step?: Step } => ({ step: parseStep(search.step) }),
  ...pageOfUsers({
    title: 'shell:page.createTest',
    guard: requireRecording,
    words: ['recording'],
    code: async () => (await import('./test-records/create-test-page.tsx')).CreateTestPage,
  }),
})

const ownUser = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-user',
  ...pageOfUsers({
    title: 'shell:page.ownUser',
    permission: ['view-own-user'],
    words: ['accounts'],
    code: async () => (await import('./own-account/own-user-page.tsx')).OwnUserPage,
  }),
})

const invites = createRoute({
  getParentRoute: () => loggedIn,
  path: '/invites',
  validateSearch: addressOf(inviteList).read,
  ...pageOfUsers<InvitesSearch>({
    title: 'shell:page.invites',
    permission: ['view-invites'],
    guard: requireInvites,
    words: ['invites', 'records'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./invites/queries.ts')).invitesQuery, search),
    code: async () => (await import('./invites/invites-page.tsx')).InvitesPage,
  }),
})

/** In a panel over the list, which draws it in its outlet. */
const newInvite = createRoute({
  getParentRoute: () => invites,
  path: 'new',
  pendingComponent: () => null,
  ...pageOfUsers({
    title: 'shell:page.newInvite',
    permission: ['invite-patients'],
    words: ['accounts'],
    code: async () => (await import('./invites/invite-form.tsx')).InviteForm,
  }),
})

const tests = createRoute({
  getParentRoute: () => root,
  path: '/tests',
  beforeLoad: () => {
    throw redirect({ to: '/test-records', replace: true })
  },
})

const policies = policyNames.map((name) =>
  createRoute({
    getParentRoute: () => visitors,
    path: `/${name}`,
    staticData: { title: `shell:page.${name}` },
    component: lazyPage(async () => {
      const { PolicyPage } = await import('./policies/policy-page.tsx')
      return () => <PolicyPage name={name} />
    }),
  }),
)

const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: EntrancePages,
  beforeLoad: () => alsoSay('accounts'),
})

const passwordReset = createRoute({
  getParentRoute: () => entrance,
  path: '/password-reset',
  staticData: { title: 'shell:page.passwordReset' },
  component: lazyPage(async () => (await import('./session/password-reset-page.tsx')).PasswordResetPage),
})

/** One page under the paths that mails and the login page lead to (spec §2). */
const createPassword = (['/forgotten-password', '/create-password'] as const).map((path) =>
  createRoute({
    getParentRoute: () => entrance,
    path,
    staticData: { title: 'shell:page.createPassword' },
    validateSearch: readTokenSearch,
    beforeLoad: requireToken,
    component: lazyPage(async () => (await import('./session/create-password-page.tsx')).CreatePasswordPage),
  }),
)

const selfRegistration = createRoute({
  getParentRoute: () => entrance,
  path: '/self-registration',
  staticData: { title: 'shell:page.selfRegistration' },
  beforeLoad: requireSelfRegistration,
  component: lazyPage(async () => (await import('./session/self-registration-page.tsx')).SelfRegistrationPage),
})

/** With the code of an invite, as its mail's link has it, or without, to enter one. */
const patientRegistration = createRoute({
  getParentRoute: () => entrance,
  path: '/patient-registration/{-$id}',
  staticData: { title: 'shell:page.redeemInvite' },
  beforeLoad: requireInvitees,
  component: lazyPage(async () => (await import('./session/invite-code-page.tsx')).InviteCodePage),
})

const accountSetup = createRoute({
  getParentRoute: () => entrance,
  path: '/account-setup',
  staticData: { title: 'shell:page.accountSetup' },
  validateSearch: readNewUserSearch,
  beforeLoad: requireNewUser,
  component: lazyPage(async () => (await import('./session/account-setup-page.tsx')).AccountSetupPage),
})

const verificationStatus = createRoute({
  getParentRoute: () => entrance,
  path: '/verification-status',
  staticData: { title: 'shell:page.verificationStatus' },
  validateSearch: readEmailSearch,
  beforeLoad: requireEmail,
  component: lazyPage(async () => (await import('./session/verification-status-page.tsx')).VerificationStatusPage),
})

/** Where the links of mails lead: each calls the server by its own path (spec §2). */
const verifications = (['/verify-new-self-registration', '/verify'] as const).map((path) =>
  createRoute({
    getParentRoute: () => entrance,
    path,
    staticData: { title: 'shell:page.verifyEmail' },
    validateSearch: readIdSearch,
    beforeLoad: requireId,
    component: lazyPage(async () => {
      const pages = await import('./session/verify-email-page.tsx')
      return path === '/verify' ? pages.VerifyEmailPage : pages.VerifyRegistrationPage
    }),
  }),
)

const invitation = createRoute({
  getParentRoute: () => entrance,
  path: '/verify-new',
  staticData: { title: 'shell:page.invitation' },
  validateSearch: readIdSearch,
  beforeLoad: requireId,
  component: lazyPage(async () => (await import('./session/invitation-page.tsx')).InvitationPage),
})

const accountVerified = createRoute({
  getParentRoute: () => entrance,
  path: '/account-verified',
  staticData: { title: 'shell:page.accountVerified' },
  beforeLoad: requireJustVerified,
  component: lazyPage(async () => (await import('./session/account-verified-page.tsx')).AccountVerifiedPage),
})

const loggedOut = createRoute({
  getParentRoute: () => visitors,
  path: '/logged-out',
  staticData: { title: 'shell:page.loggedOut' },
  component: lazyPage(async () => (await import('./session/logged-out-page.tsx')).LoggedOutPage),
})

const errorPages = (['error', '401', '403', '404'] as const).map((path) =>
  createRoute({
    getParentRoute: () => visitors,
    path: `/${path}`,
    staticData: { title: 'shell:page.error' },
    component: lazyPage(async () => {
      const { ErrorPage } = await import('./shell/error-page.tsx')
      return () => <ErrorPage status={path === 'error' ? undefined : Number(path)} />
    }),
  }),
)

/** Any other path leads to the dashboard (spec §2). */
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

export const routeTree = root.addChildren([
  loggedIn.addChildren([
    dashboard,
    testRecords.addChildren([testRecord]),
    createTest,
    invites.addChildren([newInvite]),
    ownUser,
  ]),
  entrance.addChildren([
    passwordReset,
    ...createPassword,
    selfRegistration,
    patientRegistration,
    accountSetup,
    verificationStatus,
    ...verifications,
    invitation,
    accountVerified,
  ]),
  visitors.addChildren([...policies, loggedOut, ...errorPages]),
  tests,
  anythingElse,
])
