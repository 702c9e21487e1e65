import { useEffect, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { useScanner } from '../scanning/use-scanner.ts'
import type { Draft } from './draft.ts'
import type { KitContext } from './kit-code.ts'
import { useKitCode } from './use-kit-code.ts'

interface Props {
  /** Undefined where there is no test to fill in, or no kit to choose from. */
  context: KitContext | undefined
  /** Whether the test is saved already: then what is scanned is for the next one. */
  isSaved: boolean
  /** What was scanned for this test before it was begun. */
  scanned: string | undefined
  keep: (scanned: string | undefined) => void
  change: (update: Partial<Draft>) => void
}

/** Reads a kit that is scanned in another step than that of the test, and says above it what became of it. */
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
  // The keyboard is outside React, and so is what it left for later.
  useEffect(() => {
    if (scanned === undefined) return
    keep(undefined)
    void read(scanned, 'scan')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for what was left
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
