import { useEffect, useRef, useState } from 'react'
import { inTime } from '../../api/patience.ts'
import { lazyPart } from '../../loading/lazy-page.ts'
import { alsoSay, t } from '../../ui/phrases.ts'
import type { KitCode } from '../../../contract/rules/gs1.ts'
import type { Draft } from './draft.ts'
import type { KitContext, KitReading } from './kit-code.ts'

export interface KitOutcome {
  tone: 'success' | 'danger' | 'notice'
  words: string
  /** The lot that the message is about; the message goes when another lot is typed. */
  lot?: string
}

let reader: Promise<typeof import('./kit-code.ts')> | undefined

/** Loads the code reader before the first scan, because the network may be gone by then. A failed load is retried. */
export async function loadReader() {
  const loading = (reader ??= lazyPart(async () => {
    const [part] = await Promise.all([import('./kit-code.ts'), alsoSay('kitScan')])
    return part
  }))
  loading.catch(() => {
    reader = undefined
  })
  return await loading
}

/**
 * Fills in the draft from the code of a kit, and reports the outcome, which `read` resolves to. The reading uses the
 * draft of that moment, so that nothing is lost that was entered while the reader was loading.
 */
export function useKitCode(context: KitContext & { change: (update: Partial<Draft>, code: KitCode) => void }) {
  const [outcome, setOutcome] = useState<KitOutcome>()
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })

  async function read(text: string, origin: 'scan' | 'field'): Promise<KitReading | undefined> {
    const reader = await inTime(loadReader()).catch(() => undefined)
    if (reader === undefined) {
      setOutcome({ tone: 'danger', words: t('lists:failed.text') })
      return undefined
    }
    const reading = reader.readKit(text, latest.current, origin)
    if (reading.kind === 'filled') latest.current.change(reading.draft, reading.code)
    setOutcome(outcomeOf(reading))
    return reading
  }

  const isOfLot = outcome?.lot === undefined || outcome.lot === context.draft.lot
  return { read, outcome: isOfLot ? outcome : undefined, show: setOutcome }
}

function outcomeOf(reading: KitReading): KitOutcome | undefined {
  const { words } = reading
  if (words === undefined) return undefined
  if (reading.kind === 'refused') return { tone: 'danger', words }
  if (reading.kind === 'lot') return { tone: 'notice', words }
  return { tone: reading.isDoubtful ? 'notice' : 'success', words, lot: reading.draft.lot }
}
