import type { User } from '../../contract/own-account/user.ts'
import {
  can,
  mayAddUsers,
  mayCreateGroups,
  mayImport,
  mayKeepApiTokens,
  mayKeepAssays,
  mayKeepNotificationRules,
  mayKeepOrganisations,
  mayKeepTenants,
  mayKeepTestingAlgorithms,
  mayKeepWebhooks,
  mayNotify,
  mayReadRecordHistory,
  mayStartRounds,
  whyCannotRecord,
  type Holder,
} from '../../contract/permissions/can.ts'
import { paths, type Target } from '../paths.ts'
import { tenantTabs } from '../tenants/tabs.ts'
import type { PhraseKey } from '../ui/phrases.ts'
import { linksFor, type Situation } from './navigation-links.ts'

interface NamedPage {
  label: PhraseKey
  target: Target
}

/**
 * The pages that the user may open, by name: those of the navigation, those that they lead to, and the forms that add
 * something.
 */
export function pagesFor(holder: Holder, user: User, kind: Situation['kind']): readonly NamedPage[] {
  const invites = can(holder, 'invite-patients') && !holder.features.includes('PREVENT_PATIENT_INVITES')
  const keepsRules = mayKeepNotificationRules(holder) && kind === 'human'
  const imports = mayImport(holder) && kind === 'human'
  const notifies = mayNotify(holder) && kind === 'human' && holder.userType !== 'unlimited'
  const offered: readonly (NamedPage & { isOpen: boolean })[] = [
    { label: 'shell:page.createTest', target: paths.createTest(), isOpen: whyCannotRecord(holder) === undefined },
    { label: 'shell:page.imports', target: paths.imports(), isOpen: imports },
    { label: 'shell:page.newImport', target: paths.newImport(), isOpen: imports },
    { label: 'shell:page.newRound', target: paths.newRound(), isOpen: mayStartRounds(holder) },
    { label: 'shell:page.newInvite', target: paths.newInvite(), isOpen: invites },
    { label: 'shell:page.newUser', target: paths.newUser(), isOpen: mayAddUsers(holder) },
    { label: 'shell:page.newOrganisation', target: paths.newOrganisation(), isOpen: mayKeepOrganisations(holder) },
    { label: 'shell:page.newGroup', target: paths.newGroup(), isOpen: mayCreateGroups(holder) },
    { label: 'shell:page.newAssay', target: paths.newAssay(), isOpen: mayKeepAssays(holder) },
    {
      label: 'shell:page.newTestingAlgorithm',
      target: paths.newTestingAlgorithm(),
      isOpen: mayKeepTestingAlgorithms(holder),
    },
    { label: 'shell:page.newTenant', target: paths.newTenant(), isOpen: mayKeepTenants(holder) },
    { label: 'shell:page.agreement', target: paths.agreement(), isOpen: mayReadRecordHistory(holder) },
    { label: 'shell:page.ownUser', target: paths.ownUser(), isOpen: can(holder, 'view-own-user') },
    { label: 'shell:page.apiTokens', target: paths.apiTokens(), isOpen: mayKeepApiTokens(holder) },
    { label: 'shell:page.newApiToken', target: paths.newApiToken(), isOpen: mayKeepApiTokens(holder) },
    { label: 'shell:page.notificationReports', target: paths.notificationReports(), isOpen: notifies },
    { label: 'shell:page.notificationRules', target: paths.notificationRules(), isOpen: keepsRules },
    { label: 'shell:page.newNotificationRule', target: paths.newNotificationRule(), isOpen: keepsRules },
    { label: 'shell:page.webhooks', target: paths.webhooks(), isOpen: mayKeepWebhooks(holder) },
    { label: 'shell:page.newWebhook', target: paths.newWebhook(), isOpen: mayKeepWebhooks(holder) },
    ...tenantTabs.map(({ path, title }) => {
      return { label: title, target: paths.ownTenantTab(path), isOpen: can(holder, 'view-own-tenant') } as const
    }),
  ]
  const linked = linksFor(holder, { entry: user.entry, kind }).filter(({ obstacle }) => obstacle?.(user) === undefined)
  return [...linked.map(({ label, path }) => ({ label, target: path })), ...offered.filter(({ isOpen }) => isOpen)]
}
