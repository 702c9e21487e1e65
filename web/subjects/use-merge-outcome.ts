import { undoDays } from '../../contract/subjects/merging.ts'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import { differencesOf, identityFields, type IdentityField } from './comparison.ts'
import { useFieldLabels } from './merge-table.tsx'

interface Merging {
  kept: SubjectDetails
  merged: SubjectDetails
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
  const fields = (list: readonly IdentityField[]) => list.map((field) => labels[field]).join(', ')

  const moves =
    merged.tests === 0
      ? t('merging:outcome.noTests', { from })
      : t('merging:outcome.tests', { count: merged.tests, from, to })
  const shows = account && t('merging:outcome.account', { account: account.email })
  const undo = t('merging:outcome.undo', { date: dates.dayOf(until) })
  const besides = [
    filled.length > 0 && t('merging:outcome.filled', { to, fields: fields(filled) }),
    different.length > 0 && t('merging:outcome.dropped', { to, fields: fields(different) }),
    identifiers.length > 0 && t('merging:outcome.found', { to, identifiers: identifiers.join(', ') }),
    groups.length > 0 && t('merging:outcome.groups', { to, groups: groups.join('; ') }),
  ]
  return {
    short: given([moves, shows, undo]).join(' '),
    all: given([moves, ...besides, shows, undo]),
  }
}

function given(sentences: readonly (string | false | null)[]): string[] {
  return sentences.filter((sentence) => sentence !== false && sentence !== null)
}
