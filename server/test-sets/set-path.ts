import { pathOf, type GonePath } from '../../contract/testing-algorithms/path.ts'
import type { LockedSet, TestRow } from './repository.ts'

/** A path as far as it was gone, with the records of the steps that were taken. */
interface SetPath extends GonePath {
  records: TestRow[]
  /** The record of the next step if its readings do not agree yet. */
  awaiting: TestRow | undefined
}

/**
 * Follows the path of a set by the present results of its tests. A test counts if it is not voided, is about the person of
 * the set, and its readings agree. Of several tests of one step the latest counts.
 */
export function pathOfSet(
  { steps, subject_id }: Pick<LockedSet, 'steps' | 'subject_id'>,
  tests: readonly TestRow[],
): SetPath {
  const latest = new Map<number, TestRow>()
  for (const test of tests) {
    if (test.state !== 'voided' && test.subject_id === subject_id) latest.set(test.step, test)
  }
  const isUnread = ({ second_reading }: TestRow) => second_reading === 'awaiting' || second_reading === 'differ'
  const path = pathOf({ steps }, (step) => {
    const test = latest.get(step)
    return test === undefined || isUnread(test) ? undefined : test.result
  })
  return {
    ...path,
    records: path.taken.flatMap((step) => latest.get(step) ?? []),
    awaiting: 'step' in path.next ? latest.get(path.next.step) : undefined,
  }
}
