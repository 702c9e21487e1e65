import {
  IconAddressBook,
  IconBinaryTree,
  IconBuilding,
  IconSend,
  IconBuildingCommunity,
  IconClipboardList,
  IconHourglass,
  IconLayoutDashboard,
  IconListCheck,
  IconReportAnalytics,
  IconReportMedical,
  IconTestPipe,
  IconShieldCheck,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconActivity,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import {
  can,
  mayKeepAssays,
  mayKeepTenants,
  mayNotify,
  mayReadTrail,
  maySeeOutbreaks,
  maySeeTenants,
  mayStartRounds,
  mayUseTestSets,
  whyCannotRecord,
  type Holder,
} from '../../contract/permissions/can.ts'
import type { User } from '../../contract/own-account/user.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { paths, type Target } from '../paths.ts'
import type { PhraseKey } from '../ui/phrases.ts'
import { nameOfHome } from '../routing/home-name.ts'
import { lazyPage } from '../loading/lazy-page.ts'

/** The entry tells whether an operator has entered a tenant's records, and the kind whether people are tested or animals. */
export interface Situation extends Pick<User, 'entry'> {
  kind: Preferences['subjects']['kind']
}

export interface NavigationLink {
  label: PhraseKey
  icon: typeof IconClipboardList
  path: Target
  /** Shown to holders of one of these (spec §6); to everyone if left out. */
  anyOf?: readonly Permission[]
  /** Hides the link from some who hold the permission, for instance by a tenant's flag. */
  isHidden?: (holder: Holder, situation: Situation) => boolean
  badge?: ComponentType
  /** Where pages begin that belong to this one and have another address. */
  also?: readonly string[]
  /** Explains why the link leads nowhere, for users who should know that it exists. */
  obstacle?: (user: User) => PhraseKey | undefined
}

/** Loaded once the page is drawn. */
export const RunsBadge = lazyPage(async () => (await import('./navigation-badges.tsx')).RunsBadge)
export const DutiesBadge = lazyPage(async () => (await import('./navigation-badges.tsx')).DutiesBadge)

/** A section of the navigation with its heading; the section of the main pages has none. */
export interface NavigationSection {
  label?: PhraseKey
  /** The heading where animals are tested, if it speaks of people. */
  labelOther?: PhraseKey
  links: readonly NavigationLink[]
}

/**
 * True for an operator outside any tenant's records, who belongs to no place and would see empty lists of places and
 * people.
 */
const isForNobody = ({ userType }: Holder, { entry }: Pick<Situation, 'entry'>) =>
  userType === 'unlimited' && entry === null

/** All links of the side navigation, in display order. A new noun is one line here. */
const sections: readonly NavigationSection[] = [
  {
    links: [
      {
        label: nameOfHome(undefined),
        icon: IconLayoutDashboard,
        path: paths.dashboard(),
        isHidden: ({ userType }) => userType === 'patient',
      },
      {
        label: nameOfHome('patient'),
        icon: IconReportMedical,
        path: paths.dashboard(),
        isHidden: ({ userType }) => userType !== 'patient',
      },
      {
        label: 'shell:page.tenants',
        icon: IconBuildingCommunity,
        path: paths.tenants(),
        anyOf: ['view-tenants'],
        isHidden: (holder) => !maySeeTenants(holder),
      },
      {
        label: 'shell:page.assayCatalogue',
        icon: IconTestPipe,
        path: paths.assays(),
        isHidden: (holder) => !mayKeepTenants(holder),
      },
    ],
  },
  {
    label: 'shell:section.testing',
    links: [
      {
        label: 'shell:page.testRecords',
        icon: IconClipboardList,
        path: paths.testRecords(),
        also: [paths.imports().to],
        anyOf: ['view-tests', 'create-tests'],
        isHidden: isForNobody,
      },
      {
        label: 'shell:page.rounds',
        icon: IconListCheck,
        path: paths.rounds(),
        isHidden: (holder) => holder.userType === 'unlimited' || !mayStartRounds(holder),
      },
      {
        label: 'shell:inProgress',
        icon: IconHourglass,
        path: paths.inProgress(),
        isHidden: (holder) => holder.userType === 'unlimited' || whyCannotRecord(holder) !== undefined,
        badge: RunsBadge,
      },
      {
        label: 'shell:page.outbreaks',
        icon: IconActivity,
        path: paths.outbreaks(),
        isHidden: (holder, situation) => !maySeeOutbreaks(holder) || isForNobody(holder, situation),
      },
      {
        label: 'shell:page.testingAlgorithms',
        icon: IconBinaryTree,
        path: paths.testingAlgorithms(),
        also: ['/test-sets'],
        isHidden: (holder, situation) => !mayUseTestSets(holder) || isForNobody(holder, situation),
      },
      {
        label: 'shell:page.assays',
        icon: IconTestPipe,
        path: paths.assays(),
        anyOf: ['edit-own-tenant'],
        isHidden: (holder) => !mayKeepAssays(holder) || mayKeepTenants(holder),
      },
    ],
  },
  {
    label: 'shell:section.places',
    labelOther: 'shell:section.placesOther',
    links: [
      {
        label: 'shell:page.subjects',
        icon: IconAddressBook,
        path: paths.subjects(),
        anyOf: ['view-subjects'],
        isHidden: isForNobody,
      },
      {
        label: 'shell:page.invites',
        icon: IconUserPlus,
        path: paths.invites(),
        anyOf: ['view-invites'],
        isHidden: (holder, situation) =>
          holder.features.includes('PREVENT_PATIENT_INVITES') || isForNobody(holder, situation),
      },
      { label: 'shell:page.users', icon: IconUsers, path: paths.users(), anyOf: ['view-users'], isHidden: isForNobody },
      {
        label: 'shell:page.organisations',
        icon: IconBuilding,
        path: paths.organisations(),
        anyOf: ['view-orgs'],
        isHidden: isForNobody,
      },
      {
        label: 'shell:page.ownOrganisation',
        icon: IconBuilding,
        path: paths.ownOrganisation(),
        anyOf: ['view-own-org'],
        isHidden: (holder, situation) => can(holder, 'view-orgs') || isForNobody(holder, situation),
        obstacle: ({ organisation }) => (organisation === null ? 'shell:noOrganisation' : undefined),
      },
      {
        label: 'shell:page.groups',
        icon: IconUsersGroup,
        path: paths.groups(),
        anyOf: ['view-groups'],
        isHidden: isForNobody,
      },
      {
        label: 'shell:page.ownGroup',
        icon: IconUsersGroup,
        path: paths.ownGroup(),
        anyOf: ['view-own-group'],
        isHidden: (holder, situation) => can(holder, 'view-groups') || isForNobody(holder, situation),
        obstacle: ({ groups }) => (groups.length === 0 ? 'shell:noGroup' : undefined),
      },
    ],
  },
  {
    label: 'shell:section.quality',
    links: [
      {
        label: 'shell:page.notifications',
        icon: IconSend,
        path: paths.notifications(),
        badge: DutiesBadge,
        isHidden: (holder, { kind }) => kind !== 'human' || !mayNotify(holder) || holder.userType === 'unlimited',
      },
      {
        label: 'shell:page.monthlyReport',
        icon: IconReportAnalytics,
        path: paths.monthlyReport(),
        anyOf: ['export-tests'],
        isHidden: isForNobody,
      },
      {
        label: 'shell:page.audit',
        icon: IconShieldCheck,
        path: paths.audit(),
        isHidden: (holder) => !mayReadTrail(holder),
      },
    ],
  },
  {
    label: 'shell:section.tenant',
    links: [
      {
        label: 'shell:page.ownTenant',
        icon: IconBuildingCommunity,
        path: paths.ownTenant(),
        anyOf: ['view-own-tenant'],
      },
    ],
  },
]

/** The sections that a holder sees, with the links that they see. */
export function sectionsFor(holder: Holder, situation: Situation): readonly NavigationSection[] {
  const isSeen = ({ anyOf, isHidden }: NavigationLink) =>
    (anyOf === undefined || can(holder, anyOf)) && !isHidden?.(holder, situation)
  return sections
    .map(({ label, labelOther = label, links }) => ({
      ...(label !== undefined && { label: situation.kind === 'human' ? label : labelOther }),
      links: links.filter(isSeen),
    }))
    .filter(({ links }) => links.length > 0)
}

export function linksFor(holder: Holder, situation: Situation): readonly NavigationLink[] {
  return sectionsFor(holder, situation).flatMap(({ links }) => links)
}

/** A section of a single link is as high folded as unfolded. */
export const fewestToFold = 2

/** What the parts of the navigation take, in pixels (`side-navigation.module.css`): all but links and headings, and one of each. */
const heights = { frame: 188, heading: 34, link: 42 }

/** The height of a screen, in pixels, that has room for this section and those before it, and for the headings of all. */
export function leastHeight(all: readonly NavigationSection[], section: NavigationSection): number {
  const headings = all.filter(({ label }) => label !== undefined).length
  const shown = all.filter(
    (one, at) => at <= all.indexOf(section) || one.label === undefined || one.links.length < fewestToFold,
  )
  const links = shown.reduce((sum, one) => sum + one.links.length, 0)
  return heights.frame + headings * heights.heading + links * heights.link
}

/** True if a page's path is that of a link's page, or below it, or belongs to it. */
export function leadsTo({ path, also = [] }: NavigationLink, pathname: string): boolean {
  return path.to !== '/' && [path.to ?? '/', ...also].some((start) => isIn(start, pathname))
}

/** True if a path is that of a page or below it. */
export function isIn(start: string, pathname: string): boolean {
  return `${pathname}/`.startsWith(`${start}/`)
}
