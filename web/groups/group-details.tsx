import type { Group } from '../../contract/groups/endpoints.ts'
import { standingOf } from '../../contract/groups/group-list.ts'
import { providerName } from '../../contract/groups/ordering-provider.ts'
import { can } from '../../contract/permissions/can.ts'
import { TestsFigure } from '../lists/figures.tsx'
import { StandingBadge, SuspensionNotice } from '../lists/standing.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { AddressLines } from '../ui/address-lines.tsx'
import { Facts, given } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'

/** Loaded separately, so that the facts do not wait for it. The routes have started to load it. */
const GroupLists = lazyPage(async () => (await import('./group-lists.tsx')).GroupLists)

/** The data of a group: facts, figures, its users, the latest tests, and its history. */
export function GroupDetails({ group, level }: { group: Group; level: 2 | 3 }) {
  const t = useT()
  const { id, figures, labAddress, orderingProvider } = group
  const facts = given([
    [t('fields:organisationId'), <Organisation key="organisation" group={group} />],
    [t('fields:description'), group.description],
    [t('places:location'), group.location],
    [t('fields:phone'), group.phone && <PhoneLink key="phone" number={group.phone} />],
    [t('fields:labName'), group.labName],
    [t('fields:labAddress'), labAddress && <AddressLines key="labAddress" address={labAddress} />],
    [t('fields:clia'), group.clia],
    [t('fields:orderingProvider'), orderingProvider && providerName(orderingProvider)],
    [t('fields:npi'), orderingProvider?.npi],
    [t('fields:twoReaders'), group.twoReaders && t('groups:yes')],
    [t('places:column.status'), <StandingBadge key="status" status={standingOf(group)} />],
    [t('places:column.tests'), figures?.tests && <TestsFigure key="tests" tests={figures.tests} at={{ group: id }} />],
  ])
  return (
    <>
      {group.status === 'suspended' ? (
        <SuspensionNotice>{t('groups:isSuspended')}</SuspensionNotice>
      ) : (
        group.organisationStatus === 'suspended' && (
          <SuspensionNotice>{t('groups:organisationSuspended')}</SuspensionNotice>
        )
      )}
      <Facts title={t('places:detail.about')} level={level} facts={facts} />
      <Coming fallback={<RowSkeletons rows={9} label={t('shell:loading')} />}>
        <GroupLists group={group} level={level} />
      </Coming>
    </>
  )
}

function Organisation({ group: { organisationId, organisationName } }: { group: Group }) {
  const maySee = can(useHolder(), ['view-orgs', 'view-own-org'])
  return maySee ? (
    <Link {...paths.organisation(organisationId)}>{organisationName}</Link>
  ) : (
    <span>{organisationName}</span>
  )
}
