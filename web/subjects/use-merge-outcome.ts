import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { undoDays } from '../../contract/subjects/merging.ts'
import type { PersonPart } from '../../contract/subjects/person-parts.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { differencesOf, identityFields, type IdentityField } from '../editing/identity-differences.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import { detailDifferencesOf } from './comparison.ts'
import { useFieldLabels } from './merge-table.tsx'

interface Merging {
  kept: OpenedSubject
  merged: OpenedSubject
  to: string
  from: string
}

/** The fields by which the merged subject can still be found. */
const identifying: ReadonlySet<IdentityField> = new Set(['email', 'localId', 'customId1', 'customId2'])

const dayLength = 24 * 60 * 60 * 1000

/** The effect of merging in sentences: a short summary, and further facts to know. */
export function useOutcome({ kept, merged, to, from }: Merging) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const labels = useFieldLabels()
  const until = new Date(useNow().getTime() + undoDays * dayLength).toISOString()
  const { different, onlyOne } = differencesOf(kept, merged, identityFields(kept.kind))
  const filled = onlyOne.filter((field) => !kept[field])
  const identifiers = different.flatMap((field) => (identifying.has(field) ? (merged[field] ?? []) : []))
  const known = new Set(kept.groups.map(({ id }) => id))
  const groups = merged.groups.filter(({ id }) => !known.has(id)).map(placeName)
  const account = kept.account ?? merged.account
  const ofDetails = detailDifferencesOf(kept, merged)
  const filledDetails = ofDetails.onlyOne.filter((kind) => kept.details[kind] === null)
  const fields = (list: readonly IdentityField[], kinds: readonly DetailKind[]) =>
    [...list.map((field) => labels[field]), ...kinds.map((kind) => t(`personDetails:kind.${kind}`))].join(', ')

  const moves =
    merged.tests === 0
      ? t('merging:outcome.noTests', { from })
      : t('merging:outcome.tests', { count: merged.tests, from, to })
  const shows = account && t('merging:outcome.account', { account: account.email })
  const undo = t('merging:outcome.undo', { date: dates.dayOf(until) })
  const besides = [
    filled.length + filledDetails.length > 0 &&
      t('merging:outcome.filled', { to, fields: fields(filled, filledDetails) }),
    different.length + ofDetails.different.length > 0 &&
      t('merging:outcome.dropped', { to, fields: fields(different, ofDetails.different) }),
    identifiers.length > 0 && t('merging:outcome.found', { to, identifiers: identifiers.join(', ') }),
    groups.length > 0 && t('merging:outcome.groups', { to, groups: groups.join('; ') }),
  ]
  return {
    short: given([moves, shows, undo]).join(' '),
    all: given([moves, ...besides, shows, undo]),
  }
}

/** What tells two people apart, in words: what differs in the table, and what else is said to; undefined if nothing does. */
export function useDifferingWords({
  one,
  other,
  told,
}: {
  one: OpenedSubject
  other: OpenedSubject
  told: readonly PersonPart[]
}): string | undefined {
  const t = useT()
  const labels = useFieldLabels()
  if (one.kind !== 'human') return undefined
  const fields = identityFields(one.kind)
  const named = differencesOf(one, other, fields).different
  const kinds = detailDifferencesOf(one, other).different.filter((kind) => kind in partOfKind)
  const shown = new Set<string>([...named, ...kinds.map((kind) => partOfKind[kind] ?? kind)])
  const others = [...new Set(told)].filter((part) => !shown.has(part))
  const words = [
    ...named.map((field) => labels[field]),
    ...kinds.map((kind) => t(`personDetails:kind.${kind}`)),
    ...others.map((part) => t(`personParts:${part}`)),
  ]
  return words.length === 0 ? undefined : words.join(', ')
}

/** The details that tell people apart; others, such as a language, do not. */
const partOfKind: Readonly<Partial<Record<DetailKind, PersonPart>>> = {
  role: 'role',
  sex: 'sex',
  race: 'race',
  ethnicity: 'ethnicity',
  telephones: 'telephone',
  address: 'address',
  guardian: 'guardian',
  nhsNumber: 'nhsNumber',
}

function given(sentences: readonly (string | false | null)[]): string[] {
  return sentences.filter((sentence) => sentence !== false && sentence !== null)
}
