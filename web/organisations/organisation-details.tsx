import { Suspense } from 'react'
import type { Organisation } from '../../contract/organisations/endpoints.ts'
import { mayKeepOrganisations } from '../../contract/permissions/can.ts'
import { usStateNames } from '../../contract/rules/us-states.ts'
import { PlaceStanding } from '../editing/place-standing.tsx'
import { TestsFigure } from '../lists/figures.tsx'
import { StandingBadge, SuspensionNotice } from '../lists/standing.tsx'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../shell/page-part.ts'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { useLocale, useT, type Translate } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useOrganisationStanding } from './organisation-queries.ts'

/** The facts do not wait for the lists below them, which its routes have begun to load. */
const OrganisationLists = lazyPage(async () => (await import('./organisation-lists.tsx')).OrganisationLists)

/** What is known of an organisation: facts, figures, its groups and users, the latest tests, and its history. */
export function OrganisationDetails({ organisation, level }: { organisation: Organisation; level: 2 | 3 }) {
  const t = useT()
  const holder = useHolder()
  const standing = useOrganisationStanding(organisation)
  const { id, figures } = organisation
  const facts = given([
    [t('fields:description'), organisation.description],
    [t('places:location'), organisation.location],
    [t('fields:npi'), organisation.npi],
    [t('places:address'), organisation.address && <Address key="address" address={organisation.address} />],
    [t('places:column.status'), <StandingBadge key="status" status={organisation.status} />],
    [
      t('places:column.tests'),
      figures?.tests && <TestsFigure key="tests" tests={figures.tests} at={{ organisation: id }} />,
    ],
  ])
  return (
    <>
      {organisation.status === 'suspended' && <SuspensionNotice>{t('organisations:isSuspended')}</SuspensionNotice>}
      <Facts title={t('places:detail.about')} level={level} facts={facts} />
      <Suspense fallback={<RowSkeletons rows={12} label={t('shell:loading')} />}>
        <OrganisationLists organisationId={id} level={level} />
      </Suspense>
      {mayKeepOrganisations(holder) && (
        <PlaceStanding
          words="organisations"
          place={organisation}
          affected={affectedOf(organisation, t)}
          action={standing}
          level={level}
        />
      )}
    </>
  )
}

/** The lines of an address, in the order in which its country writes them. */
function Address({ address }: { address: NonNullable<Organisation['address']> }) {
  const locale = useLocale()
  const { streetAddress, streetAddress2, city, state, county, country, postcode } = address
  const town =
    country === 'US'
      ? [[city, state && usStateNames[state]].filter(Boolean).join(', '), postcode].filter(Boolean).join(' ')
      : country === 'FR' || country === 'DE'
        ? [postcode, city].filter(Boolean).join(' ')
        : city
  const last = country === 'GB' || country === 'IE' ? postcode : null
  const lines = [streetAddress, streetAddress2, town, county, last, countryName(country, locale)]
  return lines.filter(Boolean).join('\n')
}

/** Whom a suspension concerns, and what it ends. */
function affectedOf({ figures, openSessions }: Organisation, t: Translate): string[] {
  return [
    ...(typeof figures?.users === 'number' ? [t('places:users.affected', { count: figures.users })] : []),
    ...(openSessions === null ? [] : [t('places:sessions.ended', { count: openSessions })]),
  ]
}
