import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { isSameGtin, mayHoldMoreThanLot, readKitCode, withoutMark, type KitCode } from '../../../contract/rules/gs1.ts'
import { t } from '../../ui/phrases.ts'
import { typedDate } from '../../ui/typed-date.ts'
import { withAssay, type Draft } from './draft.ts'

export interface KitContext {
  draft: Draft
  /** The one that is chosen. */
  assay: AssayListItem
  /** Those to choose from at the draft's place. */
  offered: readonly AssayListItem[]
  /** Those that are offered anywhere, as far as the user sees them. */
  known: readonly AssayListItem[]
  /** The tenant's format of short dates. */
  typing: string
}

/** What becomes of a text: it fills in the draft, is refused as a code, or is a lot as it stands. */
export type KitReading =
  | { kind: 'filled'; draft: Draft; words: string; isGuessed: boolean }
  | { kind: 'refused'; words: string }
  | { kind: 'lot'; lot: string; words: string | undefined }

/** Reads what a camera or a scanner found, or what stands in the field of the lot, where it may also be a lot. */
export function readKit(text: string, context: KitContext, origin: 'scan' | 'field'): KitReading {
  const code = readKitCode(text)
  const isLot =
    origin === 'field' && (code === undefined || (code === 'unreadable' && /^[\w-]{1,20}$/.test(text.trim())))
  if (isLot) return asLot(text, code === 'unreadable' ? 'kitScan:maybe.code' : undefined)
  if (code === undefined) return { kind: 'refused', words: t('kitScan:refused.noCode') }
  if (code === 'unreadable') return { kind: 'refused', words: t('kitScan:refused.unreadable') }
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

/** A lot as it stands, with a word about what else it may be. */
function asLot(text: string, doubt: 'kitScan:maybe.code' | 'kitScan:maybe.otherProduct' | undefined): KitReading {
  const lot = withoutMark(text).content
  const words = doubt ?? (mayHoldMoreThanLot(lot) ? 'kitScan:maybe.more' : undefined)
  return { kind: 'lot', lot, words: words && t(words) }
}

/** A lot of another kit, or the expiry of another lot, does not stay. */
function filled(code: KitCode, kit: AssayListItem | undefined, { draft, assay, typing }: KitContext): KitReading {
  const isOther = kit !== undefined && kit.id !== assay.id
  const isOtherLot = isOther || (code.lot !== null && code.lot !== draft.lot)
  const before = isOther ? withAssay(draft, kit.id, { lot: '', lotExpiry: '' }) : draft
  const expiry = code.expiry === null ? undefined : typedDate(code.expiry, typing)
  const next: Draft = {
    ...before,
    assayId: kit?.id ?? assay.id,
    lot: code.lot ?? before.lot,
    lotExpiry: expiry ?? (isOtherLot ? '' : before.lotExpiry),
    expiredLotReason: isOtherLot ? '' : before.expiredLotReason,
  }
  const values = { kit: kit?.name ?? '', lot: code.lot ?? '', expiry: expiry ?? '' }
  const words = [
    t(`kitScan:filled.${filledParts(kit !== undefined, code.lot !== null, expiry !== undefined)}`, values),
    ...(code.isGuessed ? [t('kitScan:also.guessed')] : []),
    ...(isOther && Object.keys(draft.results).length > 0 ? [t('kitScan:also.result')] : []),
  ]
  return { kind: 'filled', draft: next, words: words.join(' '), isGuessed: code.isGuessed }
}

/** The name of the phrase that says what was filled in; a code says at least one of the three. */
function filledParts(kit: boolean, lot: boolean, expiry: boolean) {
  if (kit) return lot ? (expiry ? 'kitLotExpiry' : 'kitLot') : expiry ? 'kitExpiry' : 'kit'
  return lot ? (expiry ? 'lotExpiry' : 'lot') : 'expiry'
}
