import { useState } from 'react'
import type { KitCode } from '../../../contract/rules/gs1.ts'

interface Held {
  lot: string
  lotExpiry: string
  expiredLotReason: string
}

/**
 * Values that belong to the form itself: a lot that was typed or came from a code without a product, and an expiry that
 * belongs to no other lot.
 */
interface Own {
  lot?: string | undefined
  lotExpiry?: string | undefined
}

/**
 * Keeps the expiry of one lot from being used for another. When another lot is typed, an expiry that came with the lot
 * is cleared, and it comes back with that lot. An expiry that was typed by itself stays, and so does `ownExpiry`.
 */
export function useTypedLot(held: Held, ownExpiry?: string) {
  const [own, setOwn] = useState<Own>({ lotExpiry: ownExpiry })
  const [gone, setGone] = useState<{ held: Held; own: Own }>()
  const isGone = gone !== undefined && held.lotExpiry === '' && held.lot !== gone.held.lot

  return {
    ownLot: own.lot,
    /** The lot whose expiry was cleared because another lot was typed. */
    lotBefore: isGone && held.lot !== '' ? gone.held.lot : undefined,
    /** Returns the changes that follow from typing a lot. */
    withLot(lot: string): Partial<Held> {
      if (isGone && lot === gone.held.lot) {
        setOwn(gone.own)
        return gone.held
      }
      // An expiry that stood without a lot belongs to the lot that is typed now.
      const lotExpiry = held.lot === '' ? held.lotExpiry : own.lotExpiry
      setOwn({ lot, lotExpiry })
      if (lot === held.lot || held.lotExpiry === '' || held.lotExpiry === lotExpiry) return { lot }
      setGone({ held: { ...held }, own })
      return { lot, lotExpiry: '', expiredLotReason: '' }
    },
    typedExpiry: (lotExpiry: string) => setOwn((before) => ({ ...before, lotExpiry })),
    filled(code: KitCode, { lot, lotExpiry }: Pick<Held, 'lot' | 'lotExpiry'>) {
      setGone(undefined)
      setOwn((before) => ({
        lot: (code.lot === null ? before.lot === lot : code.gtin === null) ? lot : undefined,
        lotExpiry: lot === '' ? lotExpiry : undefined,
      }))
    },
  }
}
