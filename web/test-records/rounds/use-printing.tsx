import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import type { RoundSheet } from '../../../contract/rounds/round.ts'
import { printRound } from '../../../contract/rounds/endpoints.ts'
import { call } from '../../api/client.ts'
import { failureWords } from '../../api/failure-words.ts'
import { inTime } from '../../api/patience.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import type { ShownRound } from './queries.ts'
import type { PaperProps } from './round-on-paper.tsx'

const loadPaper = async () => (await import('./round-on-paper.tsx')).RoundOnPaper

/**
 * Prints a round: an empty sheet to fill in by hand, or what was entered. The audit trail notes each. The browser's own command, of which
 * no server hears, prints what was entered as the page has it. Returns what prints, and the paper to draw.
 */
export function usePrinting(shown: ShownRound) {
  const { id } = shown.data
  const [printed, setPrinted] = useState<{ kind: RoundSheet; Paper: ComponentType<PaperProps> }>()
  const printing = useMutation({
    mutationFn: async (kind: RoundSheet) => {
      const parts = [loadPaper(), import('../../ui/print-drawn.ts')] as const
      const [Paper, { printDrawn }] = await inTime(Promise.all(parts))
      await call(printRound, { params: { id }, body: { kind }, errors: 'caller' })
      return { paper: { kind, Paper }, print: printDrawn }
    },
    onSuccess: async ({ paper, print }) => {
      // The sheet must be drawn before the browser prints.
      flushSync(() => setPrinted(paper))
      await print()
    },
    onError: (error) => {
      const words = failureWords(error, { failed: 'rounds:print.failed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
  const ready = useRef<ComponentType<PaperProps>>(undefined)
  // The browser's command cannot wait for it. Without it the screen is printed.
  useEffect(
    () =>
      void loadPaper().then(
        (Paper) => (ready.current = Paper),
        () => undefined,
      ),
    [],
  )
  const begin = useEffectEvent(() => {
    const Paper = ready.current
    if (Paper !== undefined) flushSync(() => setPrinted((chosen) => chosen ?? { kind: 'results', Paper }))
  })
  // Printing begins and ends outside React.
  useEffect(() => {
    const onBegin = () => begin()
    const clear = () => setPrinted(undefined)
    window.addEventListener('beforeprint', onBegin)
    window.addEventListener('afterprint', clear)
    return () => {
      window.removeEventListener('beforeprint', onBegin)
      window.removeEventListener('afterprint', clear)
    }
  }, [])
  const paper = printed && <printed.Paper kind={printed.kind} round={shown.data} rows={shown.rows} />
  return { print: printing.mutate, isPrinting: printing.isPending, paper }
}
