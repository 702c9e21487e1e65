import { getTestingAlgorithm, listTestingAlgorithms } from '../../contract/testing-algorithms/algorithm.ts'
import { queryOf } from '../api/query.ts'

export function testingAlgorithmsQuery(cursor: string | undefined) {
  return queryOf(listTestingAlgorithms, { query: { per_page: '25', ...(cursor && { cursor }) } })
}

/** Loads every algorithm in use, as many as one page of a list can hold. */
export function offeredAlgorithmsQuery() {
  return queryOf(listTestingAlgorithms, { query: { status: 'active', per_page: '100' } })
}

export const testingAlgorithmQuery = (id: string) => queryOf(getTestingAlgorithm, { params: { id } })
