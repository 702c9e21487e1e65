import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Organisation } from '../../contract/organisations/endpoints.ts'
import { mayKeepOrganisations } from '../../contract/permissions/can.ts'
import { usStateNames } from '../../contract/rules/us-states.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { TestsFigure } from '../lists/figures.tsx'
import { StandingBadge } from '../lists/standing.tsx'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../shell/page-part.ts'
import { Alert } from '../ui/alert.tsx'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useOrganisationStanding } from './organisation-queries.ts'

/** The facts do not wait for the lists below them, which its routes have begun to load. */
const OrganisationLists = lazyPage(async () => (await import('./organisation-lists.tsx')).OrganisationLists)

/** What is known of an organisation: facts, figures, its groups and users, the latest tests, and its history. */
export function OrganisationDetails({ organisation, level }: { organisation: Organisation; level: 2 | 3 }) {
  const t = useT()
  const holder = useHolder()
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
      {organisation.status === 'suspended' && <Alert tone="notice">{t('organisations:isSuspended')}</Alert>}
      <Facts title={t('places:detail.about')} level={level} facts={facts} />
      <Suspense fallback={<RowSkeletons rows={12} label={t('shell:loading')} />}>
        <OrganisationLists organisationId={id} level={level} />
      </Suspense>
      {mayKeepOrganisations(holder) && <Standing organisation={organisation} level={level} />}
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

/** Suspends or reactivates an organisation, after saying what that does. */
function Standing({ organisation, level }: { organisation: Organisation; level: 2 | 3 }) {
  const t = useT()
  const action = useOrganisationStanding(organisation)
  const { name, status } = organisation
  const isActive = status === 'active'
  const verb = isActive ? 'suspending' : 'reactivating'
  return (
    <Actions title={t('places:detail.actions')} level={level}>
      <Action
        icon={isActive ? IconPlayerPause : IconPlayerPlay}
        word={t(isActive ? 'organisations:suspending.leave' : 'organisations:reactivating.leave')}
        isPending={action.isPending}
        onAct={() => action.mutate()}
        confirm={{
          title: t(`organisations:${verb}.title`, { name }),
          text: [...affected(organisation, t), t(`organisations:${verb}.text`)].join(' '),
          stay: t(`organisations:${verb}.stay`),
          leave: t(`organisations:${verb}.leave`),
        }}
      />
    </Actions>
  )
}

/** Whom a suspension concerns, and what it ends. */
function affected({ status, figures, openSessions }: Organisation, t: ReturnType<typeof useT>): string[] {
  if (status === 'suspended') return []
  return [
    typeof figures?.users === 'number' ? t('places:users.affected', { count: figures.users }) : '',
    openSessions === null ? '' : t('places:sessions.ended', { count: openSessions }),
  ].filter((words) => words !== '')
}
