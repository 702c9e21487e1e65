import {
  createTestingAlgorithm,
  getTestingAlgorithm,
  listTestingAlgorithms,
  restoreTestingAlgorithm,
  retireTestingAlgorithm,
  updateTestingAlgorithm,
  type TestingAlgorithm,
} from '../../contract/testing-algorithms/algorithm.ts'
import { useChange, useCreation, useRowAction } from '../editing/row-changes.ts'

const shownBy = [listTestingAlgorithms, getTestingAlgorithm]

export const useCreateAlgorithm = () => useCreation(createTestingAlgorithm, { shownBy })

export const useChangeAlgorithm = (id: string) =>
  useChange(id, { get: getTestingAlgorithm, update: updateTestingAlgorithm, shownBy })

/** Retires an algorithm that is in use, and brings back a retired one. */
export function useAlgorithmRetirement({ id, retiredAt }: Pick<TestingAlgorithm, 'id' | 'retiredAt'>) {
  return useRowAction(retiredAt === null ? retireTestingAlgorithm : restoreTestingAlgorithm, id, {
    done: (after) => [after.retiredAt === null ? 'testingAlgorithms:restored' : 'testingAlgorithms:retired'],
    shownBy,
  })
}
