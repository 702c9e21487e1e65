import type { AssayForm } from '../../contract/assays/endpoints.ts'
import type { CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { byLocale, type Locale } from '../../contract/locales.ts'
import { noMeanings } from '../../contract/assays/meanings.ts'
import type { Scope } from '../access/scope.ts'
import { builtInEntries, inLanguage } from './catalogue.ts'
import { listOperatorsEntries, type OperatorsEntry } from './catalogue-repository.ts'

/** A catalogue entry with the form of the assay that it would create. */
export interface OfferedEntry extends Pick<CatalogueEntry, 'id' | 'version' | 'kind'> {
  /** The built-in entry that this is or replaces; null for the operator's additions. */
  builtIn: string | null
  form: AssayForm
}

/**
 * Lists the entries that the scope's tenant can take over, in the given language: the built-in entries, with the
 * operator's replacements and additions, without those that the operator withdrew. The operator sees the entries that
 * are still built in.
 */
export async function listOffered(scope: Scope, locale: Locale): Promise<OfferedEntry[]> {
  const own = await listOperatorsEntries(scope)
  const replaced = new Map(own.flatMap((entry) => (entry.built_in === null ? [] : [[entry.built_in, entry]])))
  const kept = (entry: OperatorsEntry | undefined, kind: CatalogueEntry['kind']) =>
    entry === undefined || entry.is_withdrawn || scope.tenant.isOperator ? [] : [offeredOf(entry, kind, locale)]
  const builtIn = builtInEntries(locale).flatMap((entry) =>
    replaced.has(entry.id) ? kept(replaced.get(entry.id), entry.kind) : [{ ...entry, version: 1, builtIn: entry.id }],
  )
  const added = own.filter(({ built_in: of }) => of === null)
  return [...builtIn, ...added.flatMap((entry) => kept(entry, null))]
}

/** Builds an operator's entry. Words that are also in the built-in catalogue appear in the reader's language. */
function offeredOf(row: OperatorsEntry, kind: CatalogueEntry['kind'], locale: Locale): OfferedEntry {
  const said = <Item extends { name: string }>(item: Item) => ({ ...item, name: inLanguage(item.name, locale) })
  return {
    id: row.id,
    version: row.version,
    kind,
    builtIn: row.built_in,
    form: {
      name: inLanguage(row.name, locale),
      manufacturer: row.manufacturer,
      model: row.model,
      gtin: row.gtin,
      analytes: row.analytes.map(({ id: _, ...analyte }) => said({ id: null, ...analyte })),
      specimens: row.specimens.map(said),
      offeredResults: row.offered_results,
      readFromMinutes: row.read_from_minutes,
      readUntilMinutes: row.read_until_minutes,
      imageRequired: row.image_required,
      requiresTimer: row.requires_timer,
      twoReaders: false,
      instructions: { ...byLocale(() => ''), ...row.instructions },
      meanings: noMeanings,
      pictures: [],
      organisationIds: null,
      isDefault: false,
    },
  }
}
