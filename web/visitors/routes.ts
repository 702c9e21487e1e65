import { createRoute, redirect } from '@tanstack/react-router'
import { createElement } from 'react'
import { policyNames } from '../../contract/phrases/policy.ts'
import { root } from '../routing/areas.ts'
import { EntrancePages } from './entrance-pages.tsx'
import {
  readEmailSearch,
  readIdSearch,
  readNewUserSearch,
  readTokenSearch,
  requireEmail,
  requireId,
  requireInvitees,
  requireJustVerified,
  requireNewUser,
  requireSelfRegistration,
  requireToken,
} from './guards.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { alsoSay } from '../ui/phrases.ts'
import { paths } from '../paths.ts'
import { keepResultToken } from '../session/kept-in-tab.ts'

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
  component: lazyPage(async () => (await import('./password-reset-page.tsx')).PasswordResetPage),
})

/** One page for the paths in emails and on the login page (spec §2). */
const createPassword = (['/forgotten-password', '/create-password'] as const).map((path) =>
  createRoute({
    getParentRoute: () => entrance,
    path,
    staticData: { title: 'shell:page.createPassword' },
    validateSearch: readTokenSearch,
    beforeLoad: requireToken,
    component: lazyPage(async () => (await import('./create-password-page.tsx')).CreatePasswordPage),
  }),
)

const selfRegistration = createRoute({
  getParentRoute: () => entrance,
  path: '/self-registration',
  staticData: { title: 'shell:page.selfRegistration' },
  beforeLoad: requireSelfRegistration,
  component: lazyPage(async () => (await import('./self-registration-page.tsx')).SelfRegistrationPage),
})

/** The link in an email has the code of an invite; without one, the page asks for it. */
const patientRegistration = createRoute({
  getParentRoute: () => entrance,
  path: '/patient-registration/{-$id}',
  staticData: { title: 'shell:page.redeemInvite' },
  beforeLoad: requireInvitees,
  component: lazyPage(async () => (await import('./invite-code-page.tsx')).InviteCodePage),
})

const accountSetup = createRoute({
  getParentRoute: () => entrance,
  path: '/account-setup',
  staticData: { title: 'shell:page.accountSetup' },
  validateSearch: readNewUserSearch,
  beforeLoad: requireNewUser,
  component: lazyPage(async () => (await import('./account-setup-page.tsx')).AccountSetupPage),
})

/** The address that is printed on every record for its verification. */
const verifyResult = createRoute({
  getParentRoute: () => entrance,
  path: '/verify-result',
  staticData: { title: 'shell:page.verifyResult' },
  beforeLoad: () => alsoSay('verifying'),
  component: lazyPage(async () => (await import('./verify-result-page.tsx')).VerifyResultPage),
})

/** The target of the link in a message with a result. Its token is removed from the address at once. */
const sentResult = createRoute({
  getParentRoute: () => entrance,
  path: '/results/{-$token}',
  staticData: { title: 'shell:page.sentResult' },
  beforeLoad: async ({ params }) => {
    if (params.token !== undefined) {
      keepResultToken(params.token)
      throw redirect({ ...paths.sentResult(), replace: true })
    }
    await alsoSay('meanings', 'sentResult')
  },
  component: lazyPage(async () => (await import('./sent-result-page.tsx')).SentResultPage),
})

const verificationStatus = createRoute({
  getParentRoute: () => entrance,
  path: '/verification-status',
  staticData: { title: 'shell:page.verificationStatus' },
  validateSearch: readEmailSearch,
  beforeLoad: requireEmail,
  component: lazyPage(async () => (await import('./verification-status-page.tsx')).VerificationStatusPage),
})

/** The targets of links in emails: each calls the server by its own path (spec §2). */
const verifications = (['/verify-new-self-registration', '/verify'] as const).map((path) =>
  createRoute({
    getParentRoute: () => entrance,
    path,
    staticData: { title: 'shell:page.verifyEmail' },
    validateSearch: readIdSearch,
    beforeLoad: requireId,
    component: lazyPage(async () => {
      const pages = await import('./verify-email-page.tsx')
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
  component: lazyPage(async () => (await import('./invitation-page.tsx')).InvitationPage),
})

const accountVerified = createRoute({
  getParentRoute: () => entrance,
  path: '/account-verified',
  staticData: { title: 'shell:page.accountVerified' },
  beforeLoad: requireJustVerified,
  component: lazyPage(async () => (await import('./account-verified-page.tsx')).AccountVerifiedPage),
})

/** The pages before a session, beside the login page, which is a document of its own. */
export const entranceRoutes = entrance.addChildren([
  passwordReset,
  ...createPassword,
  selfRegistration,
  patientRegistration,
  accountSetup,
  verifyResult,
  sentResult,
  verificationStatus,
  ...verifications,
  invitation,
  accountVerified,
])

const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  component: lazyPage(async () => (await import('./visitor-frame.tsx')).VisitorFrame),
})

const policies = policyNames.map((name) =>
  createRoute({
    getParentRoute: () => visitors,
    path: `/${name}`,
    staticData: { title: `shell:page.${name}` },
    component: lazyPage(async () => {
      const { PolicyPage } = await import('./policy-page.tsx')
      return () => createElement(PolicyPage, { name })
    }),
  }),
)

const loggedOut = createRoute({
  getParentRoute: () => visitors,
  path: '/logged-out',
  staticData: { title: 'shell:page.loggedOut' },
  component: lazyPage(async () => (await import('./logged-out-page.tsx')).LoggedOutPage),
})

/** The page that replaces one whose person is no longer logged in. */
const otherSession = createRoute({
  getParentRoute: () => visitors,
  path: '/other-session',
  staticData: { title: 'shell:page.otherSession' },
  component: lazyPage(async () => (await import('./other-session-page.tsx')).OtherSessionPage),
})

const errorPages = (['error', '401', '403', '404'] as const).map((path) =>
  createRoute({
    getParentRoute: () => visitors,
    path: `/${path}`,
    staticData: { title: 'shell:page.error' },
    component: lazyPage(async () => {
      const { ErrorPage } = await import('./error-page.tsx')
      return () => createElement(ErrorPage, { status: path === 'error' ? undefined : Number(path) })
    }),
  }),
)

/** The pages in the plain frame, which need no login and may be read with one. */
export const visitorRoutes = visitors.addChildren([...policies, loggedOut, otherSession, ...errorPages])
