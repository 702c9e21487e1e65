import type { Result } from '../../../contract/rules/results.ts'
import type { Draft } from './draft.ts'

/** What each form of the subject's step is given. */
export interface SubjectStepProps {
  draft: Draft
  /** What the server found wrong with the subject when the test was saved. */
  refused: string | undefined
  change: (update: Partial<Draft>) => void
  onDone: () => void
  /** Called with the server's error where the group takes nobody any more. */
  onRefused: (error: unknown) => void
  onBack: (() => void) | undefined
  /** The digits that choose a result, where there is one line, and go on. */
  quick: { results: readonly Result[]; choose: (digit: number) => boolean } | undefined
  /** Answers once whether what is typed is to be looked for at once, because it was typed before. */
  takeSearch: () => boolean
}
