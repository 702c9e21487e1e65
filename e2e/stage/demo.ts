import type { UserType } from '../../contract/permissions/permissions.ts'
import type { Locale } from '../../contract/locales.ts'

/** The facts about the demo data that journeys use: the accounts, and the appearance of each tenant. */
export const demoPassword = 'Lateral-Flow-2026'

interface DemoTenant {
  name: string
  productName: string
  /** #RRGGBB, the tenant's own setting. */
  primary: string
  idPrefix: string
  locale: Locale
  /** The time zone of its users. */
  zone: string
  /** The pattern for typing short dates, as `dateText` uses it. */
  dateFormat: 'DD/MM/YYYY' | 'MM/DD/YYYY'
}

export const tenants = {
  harbour: {
    name: 'Harbour Health',
    productName: 'Harbour Health',
    primary: '#0F766E',
    idPrefix: 'HARB',
    locale: 'en_GB',
    zone: 'Europe/London',
    dateFormat: 'DD/MM/YYYY',
  },
  cascade: {
    name: 'Cascade Clinics',
    productName: 'Cascade Testing',
    primary: '#4338CA',
    idPrefix: 'CASC',
    locale: 'en_US',
    zone: 'America/Los_Angeles',
    dateFormat: 'MM/DD/YYYY',
  },
  meadow: {
    name: 'Meadow Veterinary',
    productName: 'Meadow Veterinary',
    primary: '#15803D',
    idPrefix: 'MEAD',
    locale: 'en_GB',
    zone: 'Europe/Dublin',
    dateFormat: 'DD/MM/YYYY',
  },
  operator: {
    name: 'Lateral',
    productName: 'Lateral',
    primary: '#334155',
    idPrefix: 'LATR',
    locale: 'en_GB',
    zone: 'Europe/London',
    dateFormat: 'DD/MM/YYYY',
  },
} as const satisfies Record<string, DemoTenant>
export type TenantSlug = keyof typeof tenants

/** The email of a tenant's demo account of this type. */
export function emailOf(tenant: TenantSlug, userType: UserType): string {
  return userType === 'unlimited' ? 'operator@lateral.test' : `${userType}@${tenant}.test`
}

/** Formats a day (YYYY-MM-DD) for typing at a tenant. */
export function typedDate(tenant: TenantSlug, day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return tenants[tenant].dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', date)
}
