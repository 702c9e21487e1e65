/** Countries that a tenant may offer (spec §9). */
export const countries = ['US', 'GB', 'IE', 'FR', 'DE'] as const
export type Country = (typeof countries)[number]

const patterns: Record<Country, RegExp> = {
  US: /^\d{5}(-?\d{4})?$/,
  GB: /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /^([AC-FHKNPRTV-Y]\d{2}|D6W) ?[\dAC-FHKNPRTV-Y]{4}$/i,
  FR: /^\d{5}$/,
  DE: /^\d{5}$/,
}

/** Whether a ZIP or postcode is valid in a country (spec §5: US five digits with an optional hyphen and four more). */
export function isPostcode(value: string, country: Country): boolean {
  return patterns[country].test(value.trim())
}
