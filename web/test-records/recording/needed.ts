import type { QueryClient } from '@tanstack/react-query'
import { offeredAssaysQuery } from '../../assays/queries.ts'
import { groupChoices } from '../../groups/queries.ts'
import { organisationChoices } from '../../organisations/queries.ts'
import { PlaceStep, SubjectStep } from './first-steps.ts'

/** What recording needs before its first step: the places where a test may be done, and the kits. */
export const needed = {
  organisations: organisationChoices({ onlyActive: true }),
  groups: groupChoices({ onlyActive: true }),
  assays: { ...offeredAssaysQuery(), staleTime: Infinity },
}

/** Asks for the places and kits, and meanwhile for the two steps with which recording may begin. */
export async function startNeeded(queries: QueryClient): Promise<void> {
  const { organisations, groups, assays } = needed
  void PlaceStep.preload()
  void SubjectStep.preload()
  await Promise.all([
    queries.prefetchQuery(organisations),
    queries.prefetchQuery(groups),
    queries.prefetchQuery(assays),
  ])
}
