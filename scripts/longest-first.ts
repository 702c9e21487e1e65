import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The longest files, which are short themselves: each leads past every screen in one language. */
const longest = /\/e2e\/screens-[^/]+\.test\.ts$/

/**
 * Starts the longest files first, so that none is left over when the other workers are done. Vitest goes by the size of a file
 * where it has no times of an earlier run, as in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return longest.test(moduleId)
}
