import { useQuery } from '@tanstack/react-query'
import { assayChoices } from '../../assays/queries.ts'
import { groupChoices } from '../../groups/queries.ts'
import { organisationChoices } from '../../organisations/queries.ts'
import { namedApart } from '../../lists/place-name.ts'
import type { Shown } from '../queries.ts'
import { useChartWords } from './words.ts'
import * as styles from './charts.module.css'

/** States the filters on paper, where nothing can be chosen. The names come from the filters' own queries. */
export function WhatIsShown({ shown }: { shown: Shown }) {
  const { days } = useChartWords()
  const { organisation, group, assay } = shown
  const organisations = useQuery({ ...organisationChoices({ search: '' }), enabled: organisation !== undefined })
  const groups = useQuery({
    ...groupChoices({ organisationId: organisation, search: '' }),
    enabled: group !== undefined,
  })
  const assays = useQuery({ ...assayChoices(''), enabled: assay !== undefined })
  const nameIn = (list: { data: readonly { id: string; name: string }[] } | undefined, id: string | undefined) =>
    list?.data.find((one) => one.id === id)?.name
  const chosen = groups.data && { data: namedApart(groups.data.data, groups.data.page.next !== null) }
  const names = [
    nameIn(organisations.data, organisation),
    nameIn(organisation === undefined ? chosen : groups.data, group),
    nameIn(assays.data, assay),
  ]
  return <p className={styles.onPaper}>{[days(shown), ...names].filter(Boolean).join(' · ')}</p>
}
