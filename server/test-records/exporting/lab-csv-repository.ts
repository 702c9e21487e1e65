import { sql } from 'kysely'
import type { Locale } from '../../../contract/locales.ts'
import type { PhraseKey } from '../../../contract/phrases/translate.ts'
import { textColumn, type FileColumn } from '../../access/exports/csv-cells.ts'
import { wordsIn } from '../../platform/phrases.ts'

/**
 * The columns of the laboratory and the ordering provider of a record's group, over `groups as g`, as they are now. Health
 * authorities ask for them.
 */
export function labColumns(locale: Locale): FileColumn[] {
  const t = wordsIn(locale)
  const inAddress = (label: PhraseKey, column: string) =>
    textColumn(`${t('fields:labAddress')}: ${t(label)}`, `g.lab_${column}`)
  const provider = t('fields:orderingProvider')
  return [
    textColumn(provider, providerName),
    textColumn(`${provider}: ${t('fields:npi')}`, 'g.provider_npi'),
    textColumn(t('fields:labName'), 'g.lab_name'),
    textColumn(t('fields:clia'), 'g.clia'),
    inAddress('fields:streetAddress', 'street_address'),
    inAddress('fields:streetAddress2', 'street_address_2'),
    inAddress('fields:city', 'city'),
    inAddress('fields:state', 'state'),
    inAddress('fields:county', 'county'),
    inAddress('fields:postcode', 'postcode'),
    inAddress('fields:country', 'country'),
  ]
}

/** Writes the name as `providerName` of the contract does. */
const providerName = sql`(concat_ws(' ', g.provider_first_name, g.provider_middle_name, g.provider_last_name)
  || coalesce(', ' || g.provider_suffix, ''))`
