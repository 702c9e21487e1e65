import { useState } from 'react'
import type { KitCode } from '../../../contract/rules/gs1.ts'

interface Held {
  lot: string
  lotExpiry: string
  expiredLotReason: string
}

/** What does not come from elsewhere: the lot that was typed, or that a code said which names no product, and an expiry of no other lot. */
interface Own {
  lot?: string | undefined
  lotExpiry?: string | undefined
}

/**
 * Keeps the expiry of one lot from standing for another: when another lot is typed, an expiry that came with the lot goes, and comes
 * back with it. One that was typed by itself stays, as does `ownExpiry`.
 */
export function useTypedLot(held: Held, ownExpiry?: string) {
  const [own, setOwn] = useState<Own>({ lotExpiry: ownExpiry })
  const [gone, setGone] = useState<{ held: Held; own: Own }>()
  const isGone = gone !== undefined && held.lotExpiry === '' && held.lot !== gone.held.lot

  return {
    ownLot: own.lot,
    /** The lot whose expiry went because another one was typed. */
    lotBefore: isGone && held.lot !== '' ? gone.held.lot : undefined,
    /** What it changes that a lot is typed. */
    withLot(lot: string): Partial<Held> {
      if (isGone && lot === gone.held.lot) {
        setOwn(gone.own)
        return gone.held
      }
      // An expiry that stood without a lot belongs to the one that is typed now.
      const lotExpiry = held.lot === '' ? held.lotExpiry : own.lotExpiry
      setOwn({ lot, lotExpiry })
      if (lot === held.lot || held.lotExpiry === '' || held.lotExpiry === lotExpiry) return { lot }
      setGone({ held: { ...held }, own })
      return { lot, lotExpiry: '', expiredLotReason: '' }
    },
    typedExpiry: (lotExpiry: string) => setOwn((before) => ({ ...before, lotExpiry })),
    /** Hears what a code filled in. */
    filled(code: KitCode, { lot, lotExpiry }: Pick<Held, 'lot' | 'lotExpiry'>) {
      setGone(undefined)
      setOwn((before) => ({
        lot: (code.lot === null ? before.lot === lot : code.gtin === null) ? lot : undefined,
        lotExpiry: lot === '' ? lotExpiry : undefined,
      }))
    },
  }
}
