import { useEffect, useRef, useState } from 'react'
import type { Result } from '../../../contract/rules/results.ts'
import type { KeptReadingDraft } from '../../../contract/test-runs/in-progress.ts'
import { keepReadingDraft, type ReadingDraft } from '../../../contract/test-runs/reading-draft.ts'
import { inTab } from '../../browser.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import { call } from '../../api/client.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import { useUser } from '../../session/queries.ts'
import { makeDraftKeeper, type Keeping } from '../recording/draft-keeper.ts'
import { readStored, writeStored } from '../recording/draft-storage.ts'
import { useSending } from '../recording/use-sending.ts'

export type Entered = Omit<ReadingDraft, 'analyteResults'> & { results: Record<string, Result> }

export const nothingEntered: Entered = { results: {}, image: null, note: '', readingReason: '' }

const keyOf = (runId: string, userId: string) => `${unsentPrefix}reading:${runId}:${userId}`

/** The unsaved reading of a test: from this tab if it could not be sent, else from the server, with its time. */
export function useBegunReading(runId: string, kept: KeptReadingDraft | null): { entered: Entered; at: string } | null {
  const { id } = useUser()
  const [begun] = useState(() => {
    const unsent = readStored<KeptReadingDraft>(inTab, keyOf(runId, id))
    const draft = unsent ?? kept
    if (draft === null) return null
    const { analyteResults, image, note, readingReason, keptAt } = draft
    const results = Object.fromEntries(analyteResults.map(({ analyteId, result }) => [analyteId, result]))
    return { entered: { results, image, note, readingReason }, at: keptAt }
  })
  return begun
}

/**
 * Keeps the entered reading on the server a moment later, for the user alone, and in this tab until it is there, so
 * that the end of a session loses nothing. `stop` is for a reading that was saved as a result.
 */
export function useKeptReading(runId: string, entered: Entered) {
  const { id } = useUser()
  const key = keyOf(runId, id)
  const [keeping, setKeeping] = useState<Keeping>()
  const { results, ...others } = entered
  const analyteResults = Object.entries(results).map(([analyteId, result]) => ({ analyteId, result }))
  const text = JSON.stringify({ ...others, analyteResults } satisfies ReadingDraft)
  const last = useRef(text)
  const [keeper] = useState(() =>
    makeDraftKeeper<ReadingDraft>({
      send: (body) => call(keepReadingDraft, { params: { id: runId }, body, errors: 'caller', keepalive: true }),
      onSent: (sent) => {
        const { keptAt: _, ...unsent } = readStored<KeptReadingDraft>(inTab, key) ?? { keptAt: null }
        // A newer change stays in the tab.
        if (JSON.stringify(unsent) === JSON.stringify(sent)) inTab.removeItem(key)
      },
      onChange: setKeeping,
    }),
  )
  useSending(keeper)
  // The server and the tab, which may hold an unsent reading, are outside React.
  useEffect(() => {
    const unsent = readStored<KeptReadingDraft>(inTab, key)
    if (unsent !== undefined) keeper.soon(JSON.parse(last.current) as ReadingDraft)
  }, [key, keeper])
  useEffect(() => {
    if (last.current === text) return
    last.current = text
    const draft = JSON.parse(text) as ReadingDraft
    writeStored(inTab, key, { ...draft, keptAt: presentTime().toISOString() })
    keeper.soon(draft)
  }, [text, key, keeper])
  return {
    keeping,
    stop: () => {
      inTab.removeItem(key)
      // A request still under way is late, and is refused for a test that has ended, so nobody waits for it.
      void keeper.stop()
    },
  }
}
