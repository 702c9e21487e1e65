import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { listOrganisationHistory, type Organisation } from '../../contract/organisations/endpoints.ts'
import { can, mayKeepOrganisations } from '../../contract/permissions/can.ts'
import type { Country } from '../../contract/rules/countries.ts'
import { usStateNames, type UsState } from '../../contract/rules/us-states.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { PlaceStanding } from '../editing/place-standing.tsx'
import { groupsOfQuery } from '../groups/queries.ts'
import { AnswerOfRow, DetailPage } from '../lists/detail-page.tsx'
import { TestsFigure } from '../lists/figures.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { PlaceLists } from '../lists/place-parts.tsx'
import { StandingBadge, SuspensionNotice } from '../lists/standing.tsx'
import { paths } from '../paths.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { AddressLines } from '../ui/address-lines.tsx'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { organisationQuery, organisationStanding } from './organisation-queries.ts'

export function OrganisationPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/organisations/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/organisations' })
  const detail = useQuery(organisationQuery(id))
  const mayEdit = can(useHolder(), 'edit-orgs')
  return (
    <DetailPage
      words="organisations"
      id={id}
      name={detail.data?.data.name}
      kind={t('shell:page.organisation')}
      detail={detail}
      list={paths.organisations(search)}
      actions={
        mayEdit && (
          <FormLink
            target={paths.editOrganisation(id, search)}
            variant="default"
            icon={IconPencil}
            word={t('places:edit')}
          />
        )
      }
    >
      {({ data }, level) => <Details organisation={data} level={level} />}
    </DetailPage>
  )
}

export function OwnOrganisationPage() {
  const t = useT()
  const { organisation } = useUser()
  const own = useQuery({ ...organisationQuery(organisation?.id ?? ''), enabled: organisation !== null })
  if (organisation === null) {
    return (
      <Page title={t('shell:page.ownOrganisation')} width="narrow">
        <Notice title={t('organisations:own.none')} text={t('places:own.ask')} />
      </Page>
    )
  }
  return (
    <Page title={own.data?.data.name ?? organisation.name} width="narrow">
      <AnswerOfRow words="organisations" query={own}>
        {({ data }) => <Details organisation={data} level={2} />}
      </AnswerOfRow>
    </Page>
  )
}

interface Props {
  organisation: Organisation
  level: 2 | 3
}

/** The data of an organisation: facts, figures, actions, its groups and users, the latest tests, and its history. */
function Details({ organisation, level }: Props) {
  const t = useT()
  const locale = useLocale()
  const holder = useHolder()
  const { id, figures } = organisation
  return (
    <>
      {organisation.status === 'suspended' && <SuspensionNotice>{t('organisations:isSuspended')}</SuspensionNotice>}
      <Facts
        title={t('places:detail.about')}
        level={level}
        facts={given([
          [t('fields:description'), organisation.description],
          [t('places:location'), organisation.location],
          [t('fields:phone'), organisation.phone && <PhoneLink key="phone" number={organisation.phone} />],
          [t('fields:npi'), organisation.npi],
          [t('places:address'), organisation.address && <AddressLines key="address" address={organisation.address} />],
          [t('places:column.status'), <StandingBadge key="status" status={organisation.status} />],
          [
            t('places:column.tests'),
            figures?.tests && <TestsFigure key="tests" tests={figures.tests} at={{ organisation: id }} />,
          ],
        ])}
      />
      {mayKeepOrganisations(holder) && <OrganisationStanding organisation={organisation} level={level} />}
      {can(holder, ['view-groups', 'view-own-group']) && <Groups organisation={organisation} level={level} />}
      <PlaceLists
        place={{ organisation: id }}
        history={listOrganisationHistory}
        words={{
          // The audit trail stores valid countries only.
          country: (code) => countryName(code as Country, locale),
          state: (code) => usStateNames[code as UsState],
        }}
        level={level}
      />
    </>
  )
}

function Groups({ organisation, level }: Props) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.groups')}
      level={level}
      query={(cursor) => groupsOfQuery(organisation.id, cursor)}
      none={t('places:detail.noGroups')}
      row={({ id, name, location, status, figures }) => (
        <PartRow
          main={<Link {...paths.group(id, { crumb: name })}>{name}</Link>}
          second={location}
          end={
            status === 'suspended' ? (
              <StandingBadge status={status} />
            ) : (
              figures?.tests && t('places:lately', { count: figures.tests.total })
            )
          }
        />
      )}
    />
  )
}

function OrganisationStanding({ organisation, level }: Props) {
  const t = useT()
  const { figures, openSessions } = organisation
  const affected = [
    ...(typeof figures?.users === 'number' ? [t('places:users.affected', { count: figures.users })] : []),
    ...(openSessions === null ? [] : [t('places:sessions.ended', { count: openSessions })]),
  ]
  return (
    <PlaceStanding
      words="organisations"
      place={organisation}
      affected={affected}
      standing={organisationStanding}
      level={level}
    />
  )
}
