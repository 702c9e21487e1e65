import { folded } from '../rules/folding.ts'
import type { Country } from '../rules/countries.ts'

/** What files call the countries whose addresses are kept (spec §9), with the parts and places that have their postcodes. */
const named: Record<Country, string> = {
  US: 'us|usa|u.s.|u.s.a.|united states|united states of america|america|estados unidos|ee. uu.|eeuu|pri|puerto rico|vir|gum|asm|mnp',
  GB:
    'gb|gbr|uk|u.k.|united kingdom|great britain|britain|england|scotland|wales|cymru|northern ireland|reino unido|' +
    'inglaterra|jersey|jey|guernsey|ggy|isle of man|imn|gibraltar|gib',
  IE: 'ie|irl|ireland|republic of ireland|eire|roi|irlanda',
  FR: 'fr|fra|france|francia|monaco|mco',
  DE: 'de|deu|germany|deutschland|alemania',
}

const byWord: ReadonlyMap<string, Country> = new Map(
  Object.entries(named).flatMap(([country, words]) =>
    // The keys are those of the object.
    words.split('|').map((word): [string, Country] => [folded(word), country as Country]),
  ),
)

let abroad: ReadonlySet<string> | undefined

/** Reads the name or the code of a country: one of ours, `abroad` for any other, undefined for a word that is none. */
export function readCountry(written: string): Country | 'abroad' | undefined {
  const word = folded(written)
  const own = byWord.get(word)
  if (own !== undefined) return own
  abroad ??= new Set(namesAbroad())
  return abroad.has(word) ? 'abroad' : undefined
}

/** The codes of the world's regions with their names in the languages of our countries. */
function namesAbroad(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return ['en', 'es', 'fr', 'de'].flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => {
      const name = names.of(code)
      return name === undefined || name === code ? [] : [folded(name), folded(code)]
    })
  })
}
