/** What holds for everybody of a tenant. */
export const tenants = {
  about: 'About',
  productName: 'Product name',
  slug: 'Address',
  countries: 'Countries',
  languages: 'Languages',
  subjects: 'Who is tested',
  'subjects.human': 'People',
  'subjects.non-human': 'Animals or samples',
  idle: 'Logged out after',
  idleMinutes_one: '{{count}} minute without activity',
  idleMinutes_other: '{{count}} minutes without activity',
} as const
