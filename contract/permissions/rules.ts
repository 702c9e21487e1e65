import {
  can,
  mayAddUsers,
  mayAnswerOperators,
  mayCloseOutbreaks,
  mayCorrectTests,
  mayCreateGroups,
  mayDoRounds,
  mayEditUsers,
  mayExportOutbreaks,
  mayImport,
  mayKeepApiTokens,
  mayKeepAssays,
  mayKeepNotificationRules,
  mayKeepOrganisations,
  mayKeepOutbreakRules,
  mayKeepReportCodes,
  mayKeepTenants,
  mayKeepTestingAlgorithms,
  mayKeepWebhooks,
  mayLeaveTenant,
  mayMakeTestSets,
  mayMergeSubjects,
  mayNotify,
  maySeeOutbreaks,
  maySeeTenants,
  mayReadRecordHistory,
  mayReadTrail,
  maySendResults,
  mayUndoImports,
  mayUseTestSets,
  type Holder,
} from './can.ts'
import type { Permission } from './permissions.ts'

/**
 * Access to an endpoint: for anyone, for anyone logged in, for holders of at least one of the permissions, or by a
 * rule.
 */
export type Requirement =
  | 'anyone'
  | 'logged-in'
  | { anyOf: readonly [Permission, ...Permission[]] }
  | { rule: RuleName }

/** The named rules for endpoints to which no permission alone decides access. */
const rules = {
  mayEditUsers: { allows: mayEditUsers, inWords: '`edit-users`, or the type `group` and `view-users`' },
  mayAddUsers: {
    allows: mayAddUsers,
    inWords: 'what editing users needs, and a type that is neither the operator’s nor a patient’s',
  },
  mayKeepOrganisations: { allows: mayKeepOrganisations, inWords: '`edit-orgs`, `view-orgs` and the type `tenant`' },
  mayCreateGroups: {
    allows: mayCreateGroups,
    inWords: '`edit-groups`, `view-groups` and a type that is not bound to groups',
  },
  mayKeepAssays: {
    allows: mayKeepAssays,
    inWords: '`edit-own-tenant` and the type `tenant`; at the operator’s, what keeping tenants needs',
  },
  mayMergeSubjects: {
    allows: mayMergeSubjects,
    inWords: '`correct-tests`, `view-subjects` and any type but `patient`',
  },
  mayCorrectTests: { allows: mayCorrectTests, inWords: '`correct-tests`, `view-tests` and any type but `patient`' },
  maySendResults: {
    allows: maySendResults,
    inWords: '`create-tests` or `correct-tests`, `view-tests` and any type but `patient`',
  },
  mayImport: {
    allows: mayImport,
    inWords: '`create-tests`, `view-tests`, `view-subjects` and the type `tenant` or `organisation`',
  },
  mayUndoImports: { allows: mayUndoImports, inWords: 'what importing needs, and `correct-tests`' },
  mayReadRecordHistory: { allows: mayReadRecordHistory, inWords: '`view-tests` and any type but `patient`' },
  maySeeTenants: { allows: maySeeTenants, inWords: '`view-tenants` and the type `unlimited`' },
  mayLeaveTenant: { allows: mayLeaveTenant, inWords: 'the type `unlimited`' },
  mayAnswerOperators: { allows: mayAnswerOperators, inWords: '`edit-own-tenant` and the type `tenant`' },
  mayKeepApiTokens: { allows: mayKeepApiTokens, inWords: '`edit-own-tenant` and the type `tenant`' },
  mayKeepWebhooks: { allows: mayKeepWebhooks, inWords: '`edit-own-tenant` and the type `tenant`' },
  mayKeepReportCodes: { allows: mayKeepReportCodes, inWords: '`edit-own-tenant` and the type `tenant`' },
  mayKeepNotificationRules: {
    allows: mayKeepNotificationRules,
    inWords: '`edit-own-tenant` and the type `tenant`',
  },
  mayNotify: { allows: mayNotify, inWords: '`export-tests`, `view-tests` and any type but `patient`' },
  maySeeOutbreaks: {
    allows: maySeeOutbreaks,
    inWords: '`view-tests`, `view-subjects` and any type but `patient`',
  },
  mayCloseOutbreaks: { allows: mayCloseOutbreaks, inWords: 'what seeing outbreaks needs, and `correct-tests`' },
  mayExportOutbreaks: { allows: mayExportOutbreaks, inWords: 'what seeing outbreaks needs, and `export-tests`' },
  mayKeepOutbreakRules: {
    allows: mayKeepOutbreakRules,
    inWords: 'what seeing outbreaks needs, `edit-own-tenant` and the type `tenant`',
  },
  mayKeepTestingAlgorithms: {
    allows: mayKeepTestingAlgorithms,
    inWords: '`edit-own-tenant` and the type `tenant`',
  },
  mayUseTestSets: {
    allows: mayUseTestSets,
    inWords: '`view-tests`, `view-subjects` and any type but `patient`',
  },
  mayDoRounds: { allows: mayDoRounds, inWords: '`create-tests` and `view-subjects`' },
  mayMakeTestSets: { allows: mayMakeTestSets, inWords: 'what seeing sets of tests needs, and `create-tests`' },
  mayKeepTenants: { allows: mayKeepTenants, inWords: '`edit-tenants`, `view-tenants` and the type `unlimited`' },
  mayReadTrail: { allows: mayReadTrail, inWords: '`view-audit` and a type that is bound to no place' },
} satisfies Record<string, { allows: (holder: Holder) => boolean; inWords: string }>
type RuleName = keyof typeof rules

export function meets(requires: Requirement, holder: Holder): boolean {
  if (typeof requires === 'string') return true
  return 'rule' in requires ? rules[requires.rule].allows(holder) : can(holder, requires.anyOf)
}

/** A requirement in the words of the API's description. */
export function inWords(requires: Requirement): string {
  if (requires === 'anyone') return 'Open to visitors.'
  if (requires === 'logged-in') return 'Needs a login.'
  if ('rule' in requires) return `Needs a login and ${rules[requires.rule].inWords}.`
  return `Needs a login and ${requires.anyOf.map((permission) => `\`${permission}\``).join(' or ')}.`
}
