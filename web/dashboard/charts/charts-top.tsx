import type { Shown } from '../queries.ts'
import { ResultPatterns } from './result-fills.tsx'
import { useLiveFigures } from './use-live-figures.ts'
import { WhatIsShown } from './what-is-shown.tsx'

/**
 * Shows nothing on a screen: it holds the patterns of all charts, prints the filters on paper, and keeps the whole page
 * up to date.
 */
export function ChartsTop({ shown }: { shown: Shown }) {
  useLiveFigures(shown)
  return (
    <>
      <ResultPatterns />
      <WhatIsShown shown={shown} />
    </>
  )
}
