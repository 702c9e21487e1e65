import type { AssayListItem } from '../../../contract/assays/assay.ts'
import {
  isSameGtin,
  isWholeCode,
  mayHoldMoreThanLot,
  readKitCode,
  withoutMark,
  type KitCode,
} from '../../../contract/rules/gs1.ts'
import { t } from '../../ui/phrases.ts'
import { typedDate } from '../../ui/typed-date.ts'
import { withAssay, type Draft } from './draft.ts'

export interface KitContext {
  draft: Draft
  assay: AssayListItem
  /** The assays that can be chosen at the draft's place. */
  offered: readonly AssayListItem[]
  /** The assays that are offered anywhere, as far as the user can see them. */
  known: readonly AssayListItem[]
  /** The tenant's format of short dates. */
  typing: string
  /**
   * The lot that was typed or that came from a code without a product. A code with only the product may belong to it.
   */
  ownLot?: string | undefined
}

/** The outcome of reading a text: it fills in the draft, is refused as a code, or is a plain lot. */
export type KitReading =
  | { kind: 'filled'; draft: Draft; words: string; isDoubtful: boolean; code: KitCode }
  | { kind: 'refused'; words: string }
  | { kind: 'lot'; lot: string; words: string | undefined }

/** Reads text that a camera or a scanner found, or the text of the lot field, which may also be a lot. */
export function readKit(text: string, context: KitContext, origin: 'scan' | 'field'): KitReading {
  const code = readKitCode(text)
  if (code === undefined && origin === 'field' && !isWholeCode(text)) return asLot(text)
  if (code === undefined || typeof code === 'string') return { kind: 'refused', words: whyUnread(code, text) }
  const { gtin } = code
  if (gtin === null) return filled(code, undefined, context)
  const isOfKit = (one: AssayListItem) => one.gtin !== null && isSameGtin(one.gtin, gtin)
  const kit = isOfKit(context.assay) ? context.assay : context.offered.find(isOfKit)
  if (kit !== undefined) return filled(code, kit, context)
  const elsewhere = context.known.find(isOfKit)
  if (elsewhere !== undefined) {
    const organisation = context.draft.organisation?.name ?? ''
    return { kind: 'refused', words: t('kitScan:refused.notOffered', { kit: elsewhere.name, organisation }) }
  }
  if (code.isBare && origin === 'field') {
    return asLot(text, text.trim().length === 8 ? undefined : 'kitScan:maybe.otherProduct')
  }
  return { kind: 'refused', words: t('kitScan:refused.otherProduct', { gtin }) }
}

export function whyUnread(code: Exclude<ReturnType<typeof readKitCode>, KitCode>, text: string): string {
  if (code === 'hibc') return t('kitScan:refused.hibc')
  return t(code === undefined && !isWholeCode(text) ? 'kitScan:refused.noCode' : 'kitScan:refused.unreadable')
}

/** Treats the text as a lot, with a hint about what else it may be. */
function asLot(text: string, doubt?: 'kitScan:maybe.otherProduct'): KitReading {
  const lot = withoutMark(text).content
  const words = doubt ?? (mayHoldMoreThanLot(lot) ? 'kitScan:maybe.more' : undefined)
  return { kind: 'lot', lot, words: words && t(words) }
}

/** Fills in a code, and clears a lot of another kit and an expiry of another lot. */
function filled(code: KitCode, kit: AssayListItem | undefined, context: KitContext): KitReading {
  const { draft, assay, typing } = context
  const isOther = kit !== undefined && kit.id !== assay.id
  const before = isOther ? withAssay(draft, kit.id, { lot: '', lotExpiry: '' }) : draft
  const expiry = code.expiry === null ? undefined : typedDate(code.expiry, typing)
  const isLotUnsaid = code.lot === null && before.lot !== ''
  const isKept = isLotUnsaid && mayBeOfSameBox(code, expiry, context)
  const lot = code.lot ?? (isKept ? before.lot : '')
  const isOtherLot = isOther || lot !== draft.lot
  const next: Draft = {
    ...before,
    assayId: kit?.id ?? assay.id,
    lot,
    lotExpiry: expiry ?? (isOtherLot ? '' : before.lotExpiry),
    expiredLotReason: isOtherLot ? '' : before.expiredLotReason,
  }
  const values = { kit: kit?.name ?? '', lot: code.lot ?? '', expiry: expiry ?? '' }
  const parts = filledParts(kit !== undefined, code.lot !== null, expiry !== undefined)
  const words = [
    t(`kitScan:filled.${parts === 'kit' && isKept ? 'kitAlone' : parts}`, values),
    ...(isLotUnsaid ? [t(isKept ? 'kitScan:also.lotKept' : 'kitScan:also.lotRemoved', { lot: before.lot })] : []),
    ...(code.isGuessed ? [t('kitScan:also.guessed')] : []),
    ...(isOther && Object.keys(draft.results).length > 0 ? [t('kitScan:also.result')] : []),
  ]
  return { kind: 'filled', draft: next, words: words.join(' '), isDoubtful: code.isGuessed || isLotUnsaid, code }
}

/**
 * True if a code without a lot may be on the same box as the entered lot. Boxes have two bar codes, one of which holds
 * only the product or only the expiry. A lot from a code that named its product belongs to an earlier box.
 */
function mayBeOfSameBox(code: KitCode, expiry: string | undefined, { draft, ownLot }: KitContext): boolean {
  if (draft.lot === ownLot) return true
  return code.gtin === null && (draft.lotExpiry === '' || draft.lotExpiry === expiry)
}

/** Names the phrase that lists the fields that were filled in; a code fills in at least one of the three. */
function filledParts(kit: boolean, lot: boolean, expiry: boolean) {
  if (kit) return lot ? (expiry ? 'kitLotExpiry' : 'kitLot') : expiry ? 'kitExpiry' : 'kit'
  return lot ? (expiry ? 'lotExpiry' : 'lot') : 'expiry'
}
