import { locales } from '../../contract/locales.ts'
import { drawLogo } from './logo.ts'
import type { TenantPlan } from './plan.ts'

/** The operator's own tenant, whose users manage the other tenants and in which nobody is tested. */
export const operator: TenantPlan = {
  slug: 'operator',
  name: 'Lateral',
  description: 'The operator of this service',
  productName: 'Lateral',
  idPrefix: 'LATR',
  country: 'GB',
  countries: ['GB', 'IE'],
  zone: 'Europe/London',
  defaultLanguage: 'en_GB',
  availableLanguages: [...locales],
  phoneRegex: '^\\+[0-9]{7,15}$',
  postcodeRegex: '^[A-Za-z0-9 -]{3,10}$',
  subjects: { kind: 'human', customId1: 'Custom ID 1', customId2: 'Custom ID 2' },
  keptDetails: [],
  theme: {
    primary: '#334155',
    secondary: '#1E293B',
    hover: '#1E293B',
    accent: '#475569',
    anchor: '#334155',
    grey: '#56657A',
    textLink: '#334155',
  },
  logo: drawLogo('#334155', 'M15 12v24h18M24 18v10'),
  dateFormat: { short: 'DD/MM/YYYY', long: 'D MMMM YYYY', date_time: 'DD/MM/YYYY HH:mm' },
  firstNames: [],
  lastNames: [],
  assays: [],
  organisations: [],
}
