import type { Organisation } from '../../contract/organisations/endpoints.ts'
import { usStateNames } from '../../contract/rules/us-states.ts'
import { TestsFigure } from '../lists/figures.tsx'
import { StandingBadge, SuspensionNotice } from '../lists/standing.tsx'
import { lazyPage } from '../shell/page-part.ts'
import { Coming } from '../shell/waiting.tsx'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'

/** Loaded separately, so that the facts do not wait for it. The routes have started to load it. */
const OrganisationLists = lazyPage(async () => (await import('./organisation-lists.tsx')).OrganisationLists)

/** The data of an organisation: facts, figures, its groups and users, the latest tests, and its history. */
export function OrganisationDetails({ organisation, level }: { organisation: Organisation; level: 2 | 3 }) {
  const t = useT()
  const { id, figures } = organisation
  const facts = given([
    [t('fields:description'), organisation.description],
    [t('places:location'), organisation.location],
    [t('fields:phone'), organisation.phone && <PhoneLink key="phone" number={organisation.phone} />],
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
      <Coming fallback={<RowSkeletons rows={12} label={t('shell:loading')} />}>
        <OrganisationLists organisation={organisation} level={level} />
      </Coming>
    </>
  )
}

/** The lines of an address, in the order of its country. */
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
  return <span>{lines.filter(Boolean).join('\n')}</span>
}
