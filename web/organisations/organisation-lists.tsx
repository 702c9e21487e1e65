import { Link } from '@tanstack/react-router'
import type { Organisation } from '../../contract/organisations/endpoints.ts'
import { can, mayKeepOrganisations } from '../../contract/permissions/can.ts'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import { usStateNames, type UsState } from '../../contract/rules/us-states.ts'
import { PlaceStanding } from '../editing/place-standing.tsx'
import { groupsOfQuery } from '../groups/queries.ts'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { PlaceLists } from '../lists/place-parts.tsx'
import { StandingBadge } from '../lists/standing.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { countryName } from '../ui/country-options.ts'
import { useLocale, useT, type Translate } from '../ui/phrases.ts'
import { organisationHistoryQuery, useOrganisationStanding } from './organisation-queries.ts'

interface Props {
  organisationId: string
  level: 2 | 3
}

/** The part below the facts of an organisation: its groups, users, tests, history and actions. */
export function OrganisationLists({ organisation, level }: { organisation: Organisation; level: 2 | 3 }) {
  const t = useT()
  const locale = useLocale()
  const holder = useHolder()
  const standing = useOrganisationStanding(organisation)
  const { id } = organisation
  return (
    <>
      {can(holder, ['view-groups', 'view-own-group']) && <Groups organisationId={id} level={level} />}
      <PlaceLists
        place={{ organisation: id }}
        history={(cursor) => organisationHistoryQuery(id, cursor)}
        words={{
          // The audit trail stores valid countries only.
          country: (code) => countryName(code as Country, locale),
          state: (code) => usStateNames[code as UsState],
        }}
        level={level}
      />
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

/** Sentences about the people whom a suspension concerns, and the sessions it ends. */
function affectedOf({ figures, openSessions }: Organisation, t: Translate): string[] {
  return [
    ...(typeof figures?.users === 'number' ? [t('places:users.affected', { count: figures.users })] : []),
    ...(openSessions === null ? [] : [t('places:sessions.ended', { count: openSessions })]),
  ]
}

function Groups({ organisationId, level }: Props) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.groups')}
      level={level}
      query={(cursor) => groupsOfQuery(organisationId, cursor)}
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
