import { useQuery } from '@tanstack/react-query'
import { mayMakeTestSets } from '../../../contract/permissions/can.ts'
import { useHolder } from '../../session/queries.ts'
import { offeredAlgorithmsQuery } from '../../testing-algorithms/queries.ts'

/** The time in milliseconds for which the tenant's algorithms are taken as they were. */
const fresh = 5 * 60 * 1000

/** Loads the algorithms by which somebody may test. Asked for with the places, they are known when the first test is reached. */
export function useOfferedAlgorithms() {
  return useQuery({ ...offeredAlgorithmsQuery(), enabled: mayMakeTestSets(useHolder()), staleTime: fresh })
}
