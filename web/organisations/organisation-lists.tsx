import { Link } from '@tanstack/react-router'
import { can } from '../../contract/permissions/can.ts'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import { usStateNames, type UsState } from '../../contract/rules/us-states.ts'
import { groupsOfQuery } from '../groups/queries.ts'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { PlaceLists } from '../lists/place-parts.tsx'
import { StandingBadge } from '../lists/standing.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { countryName } from '../ui/country-options.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { organisationHistoryQuery } from './organisation-queries.ts'

interface Props {
  organisationId: string
  level: 2 | 3
}

/** The groups and users of an organisation, its latest tests, and its history, each for whoever may see it. */
export function OrganisationLists({ organisationId: id, level }: Props) {
  const locale = useLocale()
  const holder = useHolder()
  return (
    <>
      {can(holder, ['view-groups', 'view-own-group']) && <Groups organisationId={id} level={level} />}
      <PlaceLists
        place={{ organisation: id }}
        history={(cursor) => organisationHistoryQuery(id, cursor)}
        words={{
          // What the audit keeps of an address has been through its rules.
          country: (code) => countryName(code as Country, locale),
          state: (code) => usStateNames[code as UsState],
        }}
        level={level}
      />
    </>
  )
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
              figures?.tests && t('places:tests', { count: figures.tests.total })
            )
          }
        />
      )}
    />
  )
}
