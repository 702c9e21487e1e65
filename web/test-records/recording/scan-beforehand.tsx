import { useEffect, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { useScanner } from '../scanning/use-scanner.ts'
import type { Draft } from './draft.ts'
import type { KitContext } from './kit-code.ts'
import { useKitCode } from './use-kit-code.ts'

interface Props {
  /** Undefined if there is no test to fill in or no kit to choose. */
  context: KitContext | undefined
  /** True if the test is already saved, so that a scan is for the next one. */
  isSaved: boolean
  /** The code that was scanned for this test before it was begun. */
  scanned: string | undefined
  keep: (scanned: string | undefined) => void
  change: (update: Partial<Draft>) => void
}

/** Reads a kit that is scanned outside the test step, and shows the outcome above the current step. */
export function ScanBeforehand({ context, isSaved, scanned, keep, change }: Props) {
  if (context === undefined) return <Unread isSaved={isSaved} keep={keep} />
  return <Read context={context} scanned={scanned} keep={keep} change={change} />
}

function Read({
  context,
  scanned,
  keep,
  change,
}: Pick<Props, 'scanned' | 'keep' | 'change'> & { context: KitContext }) {
  const kit = useKitCode({ ...context, change })
  useScanner({ gtins: context.known.map(({ gtin }) => gtin), onScan: (text) => void kit.read(text, 'scan') })
  const { read } = kit
  // The keyboard is outside React, and so is the scan that it left for later.
  useEffect(() => {
    if (scanned === undefined) return
    keep(undefined)
    void read(scanned, 'scan')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each scan that was left
  }, [scanned])
  return kit.outcome && <Alert tone={kit.outcome.tone}>{kit.outcome.words}</Alert>
}

function Unread({ isSaved, keep }: Pick<Props, 'isSaved' | 'keep'>) {
  const t = useT()
  const [isTold, setTold] = useState(false)
  useScanner({
    onScan: (text) => {
      if (isSaved) keep(text)
      void alsoSay('kitScan').then(() => setTold(true))
    },
  })
  if (!isTold) return null
  return <Alert tone="notice">{t(isSaved ? 'kitScan:keptForNext' : 'kitScan:refused.noPlace')}</Alert>
}
