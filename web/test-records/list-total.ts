import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResultCounts } from '../../contract/dashboard/endpoints.ts'
import { results } from '../../contract/rules/results.ts'
import { dashboardQuery } from '../dashboard/queries.ts'
import type { ListSearch } from './list-search.ts'

interface Total {
  total: number
  totalIsCapped: boolean
}

/**
 * The total of a list as its page counts it. A list that is too long to be counted says the figure that led to it, where
 * the dashboard has one: who clicked on 12,480 does not read of 10,000 and more.
 */
export function useListTotal(search: ListSearch, counted: Total | undefined): Total | undefined {
  const queries = useQueryClient()
  const { range = 'all', from, to, result, state, ...places } = search
  const { organisation, group, subject, recorded_by: recorder, search: text } = places
  const figures = dashboardQuery({ range, from, to })
  const isFigure = [state, organisation, group, recorder, subject, text].every((filter) => filter === undefined)
  // Only what the dashboard has shown is kept up to date: counting for a list alone would cost what its limit saves.
  const isKnown = isFigure && queries.getQueryData(figures.queryKey) !== undefined
  const { data } = useQuery({
    ...figures,
    placeholderData: undefined,
    enabled: isKnown && counted?.totalIsCapped === true,
  })
  if (counted?.totalIsCapped !== true || !isKnown || data === undefined) return counted
  return { total: figureOf(data.data.counts, result), totalIsCapped: false }
}

function figureOf(counts: ResultCounts, result: ListSearch['result']): number {
  if (result === 'conclusive') return counts.positive + counts.negative
  return result === undefined ? results.reduce((sum, each) => sum + counts[each], 0) : counts[result]
}
