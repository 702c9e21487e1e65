import { useLayoutEffect, useRef, useState } from 'react'
import {
  isSameGtin,
  isWholeCode,
  mayHoldMoreThanLot,
  readKitCode,
  withoutMark,
  type KitCode,
} from '../../../contract/rules/gs1.ts'
import { alsoSay, t } from '../../ui/phrases.ts'
import { typedDate } from '../../ui/typed-date.ts'
import { whyUnread } from '../recording/kit-code.ts'
import type { KitOutcome } from '../recording/use-kit-code.ts'
import { useTypedLot } from '../recording/use-typed-lot.ts'
import { useScanner } from '../scanning/use-scanner.ts'

interface Held {
  lot: string
  lotExpiry: string
  expiredLotReason: string
}

interface Settings<H extends Held> {
  /** The kit of the test, which a correction does not change; undefined until it is known. */
  kit: { name: string; gtin: string | null } | undefined
  held: H
  /** The tenant's format of short dates. */
  typing: string
  fill: (found: Partial<H>) => void
}

type Reading =
  | { kind: 'filled'; words: string; code: KitCode; found: Pick<Held, 'lot' | 'lotExpiry'> }
  | { kind: 'refused'; words: string }
  | { kind: 'lot'; lot: string; words: string | undefined }

/**
 * Fills in the lot and expiry of a record from the code of a kit, typed, pasted or scanned wherever the focus is, and
 * reports the outcome.
 */
export function useKitOfRecord<H extends Held>(settings: Settings<H>) {
  const [outcome, setOutcome] = useState<KitOutcome>()
  const latest = useRef(settings)
  useLayoutEffect(() => {
    latest.current = settings
  })

  const { kit, held, fill } = settings
  const typedLot = useTypedLot(held, held.lotExpiry)
  const typeLot = (lot: string) => fill(typedLot.withLot(lot) as Partial<H>)

  async function read(text: string, origin: 'scan' | 'field'): Promise<Reading> {
    await alsoSay('kitScan')
    const reading = readFor(text, origin, latest.current)
    const tone = reading.kind === 'filled' ? 'success' : reading.kind === 'refused' ? 'danger' : 'notice'
    const lot = reading.kind === 'filled' ? { lot: reading.found.lot } : {}
    setOutcome(reading.words === undefined ? undefined : { tone, words: reading.words, ...lot })
    if (reading.kind === 'filled') {
      latest.current.fill(reading.found as Partial<H>)
      typedLot.filled(reading.code, reading.found)
    }
    return reading
  }

  useScanner({
    gtins: [kit?.gtin ?? null],
    lotField: 'lot',
    onScan: (text, origin) =>
      void read(text, origin).then((reading) => {
        if (reading.kind === 'lot') typeLot(reading.lot)
      }),
    // Letter keys choose in lists.
    chosen: held,
    putBack: fill,
  })
  const isOfLot = outcome?.lot === undefined || outcome.lot === held.lot
  const { lotBefore, typedExpiry } = typedLot
  return { read, outcome: isOfLot ? outcome : undefined, lotBefore, typeLot, typedExpiry }
}

function readFor<H extends Held>(text: string, origin: 'scan' | 'field', { kit, held, typing }: Settings<H>): Reading {
  const code = readKitCode(text)
  const isOtherNumber = typeof code === 'object' && code.isBare && !isOf(kit, code.gtin)
  if (origin === 'field' && (isOtherNumber || (code === undefined && !isWholeCode(text)))) {
    const lot = withoutMark(text).content
    return { kind: 'lot', lot, words: mayHoldMoreThanLot(lot) ? t('kitScan:maybe.more') : undefined }
  }
  if (code === undefined || typeof code === 'string') return { kind: 'refused', words: whyUnread(code, text) }
  if (code.gtin !== null && kit !== undefined && kit.gtin !== null && !isOf(kit, code.gtin)) {
    return { kind: 'refused', words: t('kitScan:refused.otherProduct', { gtin: code.gtin }) }
  }
  if (code.lot === null && code.expiry === null) return { kind: 'refused', words: t('kitScan:refused.noLot') }
  const isOther = code.lot !== null && code.lot !== held.lot
  const expiry = code.expiry === null ? (isOther ? '' : held.lotExpiry) : typedDate(code.expiry, typing)
  const lot = code.lot ?? held.lot
  const parts = code.lot === null ? 'expiry' : code.expiry === null ? 'lot' : 'lotExpiry'
  const words = [
    t(`kitScan:corrected.${parts}`, { lot, expiry }),
    ...(code.isGuessed ? [t('kitScan:also.guessed')] : []),
  ]
  return { kind: 'filled', words: words.join(' '), code, found: { lot, lotExpiry: expiry } }
}

function isOf(kit: { gtin: string | null } | undefined, gtin: string | null): boolean {
  return kit?.gtin != null && gtin !== null && isSameGtin(kit.gtin, gtin)
}
