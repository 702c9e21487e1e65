import type { Result } from '../../../contract/rules/results.ts'
import type { Draft } from './draft.ts'

export interface SubjectStepProps {
  draft: Draft
  /** The server's error about the subject when the test was saved. */
  refused: string | undefined
  change: (update: Partial<Draft>) => void
  onDone: () => void
  /** Called with the server's error if the group accepts nobody any more. */
  onRefused: (error: unknown) => void
  onBack: (() => void) | undefined
  /** The results of a single line, which digits choose in their order. Choosing goes on, and returns what takes it back. */
  quick: { results: readonly Result[]; choose: (result: Result) => () => void } | undefined
  /** Returns true once if the text should be looked up immediately, because it was typed on an earlier page. */
  takeSearch: () => boolean
}
