/** Countries that a tenant may offer (spec §9). */
export const countries = ['US', 'GB', 'IE', 'FR', 'DE'] as const
export type Country = (typeof countries)[number]
