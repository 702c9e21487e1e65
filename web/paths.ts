import type { LinkProps } from '@tanstack/react-router'
import { staysOnSite } from '../contract/rules/links.ts'
import type { auditList } from '../contract/audit/audit-list.ts'
import type { assayList } from '../contract/assays/assay-list.ts'
import type { PolicyName } from '../contract/phrases/policy.ts'
import type { inviteList } from '../contract/invites/invite-list.ts'
import type { subjectList } from '../contract/subjects/subject-list.ts'
import type { testRecordList } from '../contract/test-records/filter.ts'
import type { userList } from '../contract/users/user-list.ts'
import type { groupList } from '../contract/groups/group-list.ts'
import type { tenantList } from '../contract/operator/tenant-list.ts'
import type { notificationList } from '../contract/notifications/notification-list.ts'
import type { TemplateId } from '../contract/notifications/template-ids.ts'
import type { organisationList } from '../contract/organisations/organisation-list.ts'
import type { AtField } from './routing/asked-field.ts'
import type { ListAddress } from './routing/list-address.ts'
import type { RangedAddress } from './routing/ranged-address.ts'
import type { TenantTab } from './tenants/tabs.ts'
import type { RangeChoice } from './ui/date-range.ts'

export type AuditSearch = RangedAddress<typeof auditList>
export type TestRecordsSearch = RangedAddress<typeof testRecordList>
export type InvitesSearch = ListAddress<typeof inviteList>
export type NotificationsSearch = ListAddress<typeof notificationList>
/** What the buttons of a notification say: what an authority answered, or that it was told by another way than from here. */
export type NotificationAnswer = 'acknowledged' | 'rejected' | 'otherwise'
export type UsersSearch = ListAddress<typeof userList>
export type OrganisationsSearch = ListAddress<typeof organisationList>
export type TenantsSearch = ListAddress<typeof tenantList>
/** What a new group is made for, which it leads back to. */
export interface NeededFor {
  neededFor?: 'test' | 'invite' | undefined
}
export type GroupsSearch = ListAddress<typeof groupList>
export type AssaysSearch = ListAddress<typeof assayList>
export type SubjectsSearch = ListAddress<typeof subjectList>

/** The search parameters of the dashboard: its range, by default the last 7 days, and its filters. */
export interface DashboardSearch extends Partial<RangeChoice> {
  organisation?: string
  group?: string
  assay?: string
}

/** The search parameters of the monthly report: its month, YYYY-MM, by default the last whole one, and a place. */
export interface MonthlyReportSearch {
  month?: string
  organisation?: string
  group?: string
}

/** The target of a link, as `paths` builds it. */
export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/**
 * Marks a link or navigation that opens or closes something beside or over the page. The page keeps its position, and
 * the opened or closed part moves the focus.
 */
export function inPlace<T extends Target>(target: T) {
  return { ...target, resetScroll: false, state: { keepsPlace: true } } as const
}

/** Every link of the web app, ready to spread on the router's Link. */
export const paths = {
  dashboard: (search: DashboardSearch = {}) => ({ to: '/', search }) as const,
  testRecords: (search: TestRecordsSearch = {}) => ({ to: '/test-records', search }) as const,
  testRecord: (id: string, search: TestRecordsSearch = {}) =>
    ({ to: '/test-records/$id', params: { id }, search }) as const,
  correctTest: (id: string, search: TestRecordsSearch = {}) =>
    ({ to: '/test-records/$id/correct', params: { id }, search }) as const,
  voidTest: (id: string, search: TestRecordsSearch = {}) =>
    ({ to: '/test-records/$id/void', params: { id }, search }) as const,
  settleReadings: (id: string, search: TestRecordsSearch = {}) =>
    ({ to: '/test-records/$id/settle', params: { id }, search }) as const,
  agreement: (search: { from?: string; to?: string } = {}) => ({ to: '/agreement', search }) as const,
  inProgress: () => ({ to: '/in-progress' }) as const,
  readRun: (id: string) => ({ to: '/in-progress/$id/read', params: { id } }) as const,
  readAgain: (id: string) => ({ to: '/in-progress/$id/second-reading', params: { id } }) as const,
  cancelRun: (id: string) => ({ to: '/in-progress/$id/cancel', params: { id } }) as const,
  rounds: () => ({ to: '/rounds' }) as const,
  /** With an outbreak, its group and whom nobody has tested since it began are chosen already. */
  newRound: (outbreak?: string) => ({ to: '/rounds/new', search: outbreak === undefined ? {} : { outbreak } }) as const,
  round: (id: string) => ({ to: '/rounds/$id', params: { id } }) as const,
  ownOrganisation: () => ({ to: '/own-organisation' }) as const,
  /** The first group if none is given. */
  ownGroup: (group?: string) => ({ to: '/own-group', search: group === undefined ? {} : { group } }) as const,
  /** Leads to its first tab. */
  ownTenant: () => ({ to: '/own-tenant' }) as const,
  tenants: (search: TenantsSearch = {}) => ({ to: '/tenants', search }) as const,
  tenant: (id: string, search: TenantsSearch = {}) => ({ to: '/tenants/$id', params: { id }, search }) as const,
  newTenant: (search: TenantsSearch = {}) => ({ to: '/tenants/new', search }) as const,
  suspendTenant: (id: string, search: TenantsSearch = {}) =>
    ({ to: '/tenants/$id/suspend', params: { id }, search }) as const,
  tenantTab: (id: string, tab: TenantTab) => ({ to: `/tenants/$id/${tab}`, params: { id } }) as const,
  ownTenantTab: (tab: TenantTab, search: AtField = {}) => ({ to: `/own-tenant/${tab}`, search }) as const,
  enterTenant: (id: string, search: TenantsSearch = {}) =>
    ({ to: '/tenants/$id/enter', params: { id }, search }) as const,
  apiTokens: () => ({ to: '/own-tenant/tokens' }) as const,
  newApiToken: () => ({ to: '/own-tenant/tokens/new' }) as const,
  webhooks: () => ({ to: '/own-tenant/webhooks' }) as const,
  newWebhook: () => ({ to: '/own-tenant/webhooks/new' }) as const,
  webhook: (id: string) => ({ to: '/own-tenant/webhooks/$id', params: { id } }) as const,
  operatorAccess: () => ({ to: '/own-tenant/operator-access' }) as const,
  subjects: (search: SubjectsSearch = {}) => ({ to: '/subjects', search }) as const,
  subject: (id: string, search: SubjectsSearch = {}) => ({ to: '/subjects/$id', params: { id }, search }) as const,
  editSubject: (id: string, search: SubjectsSearch & AtField = {}) =>
    ({ to: '/subjects/$id/edit', params: { id }, search }) as const,
  mergeSubject: (id: string, search: SubjectsSearch = {}) =>
    ({ to: '/subjects/$id/merge', params: { id }, search }) as const,
  compareSubjects: (id: string, otherId: string, search: SubjectsSearch = {}) =>
    ({ to: '/subjects/$id/merge/$otherId', params: { id, otherId }, search }) as const,
  notifications: (search: NotificationsSearch = {}) => ({ to: '/notifications', search }) as const,
  answerNotification: (item: string, answer: NotificationAnswer, search: NotificationsSearch = {}) =>
    ({ to: '/notifications/answer', search: { ...search, item, answer } }) as const,
  closeNotifications: (search: NotificationsSearch = {}) => ({ to: '/notifications/close', search }) as const,
  notificationReports: () => ({ to: '/notifications/reports' }) as const,
  notificationRules: () => ({ to: '/own-tenant/notification-rules' }) as const,
  newNotificationRule: (template?: TemplateId) =>
    ({ to: '/own-tenant/notification-rules/new', search: { template } }) as const,
  notificationRule: (id: string) => ({ to: '/own-tenant/notification-rules/$id', params: { id } }) as const,
  notificationSending: (id: string, search: AtField = {}) =>
    ({ to: '/own-tenant/notification-rules/$id/sending', params: { id }, search }) as const,
  editNotificationRule: (id: string) => ({ to: '/own-tenant/notification-rules/$id/edit', params: { id } }) as const,
  testingAlgorithms: () => ({ to: '/testing-algorithms' }) as const,
  newTestingAlgorithm: () => ({ to: '/testing-algorithms/new' }) as const,
  testingAlgorithm: (id: string) => ({ to: '/testing-algorithms/$id', params: { id } }) as const,
  editTestingAlgorithm: (id: string) => ({ to: '/testing-algorithms/$id/edit', params: { id } }) as const,
  testSet: (id: string) => ({ to: '/test-sets/$id', params: { id } }) as const,
  stopTestSet: (id: string) => ({ to: '/test-sets/$id/stop', params: { id } }) as const,
  outbreaks: () => ({ to: '/outbreaks' }) as const,
  outbreakRules: () => ({ to: '/outbreaks/rules' }) as const,
  outbreak: (id: string) => ({ to: '/outbreaks/$id', params: { id } }) as const,
  closeOutbreak: (id: string) => ({ to: '/outbreaks/$id/close', params: { id } }) as const,
  monthlyReport: (search: MonthlyReportSearch = {}) => ({ to: '/monthly-report', search }) as const,
  reportCodes: (search: MonthlyReportSearch = {}) => ({ to: '/monthly-report/codes', search }) as const,
  audit: (search: AuditSearch = {}) => ({ to: '/audit', search }) as const,
  auditEvent: (id: string, search: AuditSearch = {}) => ({ to: '/audit/$id', params: { id }, search }) as const,
  ownUser: () => ({ to: '/own-user' }) as const,
  editOwnUser: () => ({ to: '/own-user/edit' }) as const,
  invites: (search: InvitesSearch = {}) => ({ to: '/invites', search }) as const,
  organisations: (search: OrganisationsSearch = {}) => ({ to: '/organisations', search }) as const,
  organisation: (id: string, search: OrganisationsSearch = {}) =>
    ({ to: '/organisations/$id', params: { id }, search }) as const,
  newOrganisation: (search: OrganisationsSearch = {}) => ({ to: '/organisations/new', search }) as const,
  editOrganisation: (id: string, search: OrganisationsSearch & AtField = {}) =>
    ({ to: '/organisations/$id/edit', params: { id }, search }) as const,
  assays: (search: AssaysSearch = {}) => ({ to: '/assays', search }) as const,
  assay: (id: string, search: AssaysSearch = {}) => ({ to: '/assays/$id', params: { id }, search }) as const,
  newAssay: (search: AssaysSearch = {}) => ({ to: '/assays/new', search }) as const,
  assayCatalogue: (search: AssaysSearch = {}) => ({ to: '/assays/catalogue', search }) as const,
  editAssay: (id: string, search: AssaysSearch & AtField = {}) =>
    ({ to: '/assays/$id/edit', params: { id }, search }) as const,
  groups: (search: GroupsSearch = {}) => ({ to: '/groups', search }) as const,
  group: (id: string, search: GroupsSearch = {}) => ({ to: '/groups/$id', params: { id }, search }) as const,
  newGroup: (search: GroupsSearch & NeededFor = {}) => ({ to: '/groups/new', search }) as const,
  editGroup: (id: string, search: GroupsSearch & AtField = {}) =>
    ({ to: '/groups/$id/edit', params: { id }, search }) as const,
  imports: () => ({ to: '/imports' }) as const,
  newImport: () => ({ to: '/imports/new' }) as const,
  import: (id: string) => ({ to: '/imports/$id', params: { id } }) as const,
  newInvite: (search: InvitesSearch = {}) => ({ to: '/invites/new', search }) as const,
  users: (search: UsersSearch = {}) => ({ to: '/users', search }) as const,
  user: (id: string, search: UsersSearch = {}) => ({ to: '/users/$id', params: { id }, search }) as const,
  editUser: (id: string, search: UsersSearch = {}) => ({ to: '/users/$id/edit', params: { id }, search }) as const,
  newUser: (search: UsersSearch = {}) => ({ to: '/users/new', search }) as const,
  /**
   * Without a step it begins a test, or asks whether to continue one; with a step it continues, at that step at the
   * latest.
   */
  /** Chooses the place of a test, of which this group is proposed. */
  createTestIn: (group: string) => ({ to: '/create-test', search: { step: 'place', group } }) as const,
  createTest: (step?: 'review') => ({ to: '/create-test', search: step === undefined ? {} : { step } }) as const,
  /** Records the next test of a set, whose subject is named as well. */
  createTestOfSet: (set: string, subject: string) => ({ to: '/create-test', search: { subject, set } }) as const,
  createTestOf: (subject: string) => ({ to: '/create-test', search: { subject } }) as const,
  policy: (name: PolicyName) => ({ to: `/${name}` }) as const,
  error: () => ({ to: '/error' }) as const,
  createPassword: (token: string) => ({ to: '/create-password', search: { token } }) as const,
  passwordReset: () => ({ to: '/password-reset' }) as const,
  selfRegistration: () => ({ to: '/self-registration' }) as const,
  /** The address without the token, which is to be removed from it. */
  sentResult: () => ({ to: '/results/{-$token}', params: { token: undefined } }) as const,
  redeemInvite: () => ({ to: '/patient-registration' }) as const,
  accountSetup: (newUser: string) => ({ to: '/account-setup', search: { newUser } }) as const,
  verificationStatus: () => ({ to: '/verification-status' }) as const,
  accountVerified: () => ({ to: '/account-verified', state: { shouldAllowAccessToLandingPage: true } }) as const,
  loggedOut: () => ({ to: '/logged-out' }) as const,
}

/** The login page's address. It is a document of its own, so links to it load it afresh. */
export function loginAddress(redirect?: string): string {
  return redirect === undefined || redirect === '/' ? '/login' : `/login?redirect=${encodeURIComponent(redirect)}`
}

/** The host and path of the page that verifies printed records, as they are printed. */
export function verifyResultAddress(): string {
  return `${window.location.host}/verify-result`
}

/** The page that replaces one whose person is no longer logged in. */
export const otherSessionAddress = '/other-session'

export const tenantsAddress = '/tenants'

export const verificationStatusAddress = '/verification-status'

export const unauthorizedAddress = '/401'

/** The page on which a password that must be changed is replaced, after the right one was given. */
export function createPasswordAddress(token: string): string {
  return `/create-password?token=${encodeURIComponent(token)}`
}

/** A path to go to after login: only within this site, else the dashboard. */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !staysOnSite(wanted)) return '/'
  const target = new URL(wanted, window.location.origin)
  if (target.pathname === '/login') return '/'
  return target.pathname + target.search + target.hash
}
