/** The templates of rules in the order in which they are offered. */
export const templateIds = [
  'england-sars-cov-2-day',
  'england-sars-cov-2-week',
  'england-influenza',
  'us-positives',
  'us-all',
] as const
export type TemplateId = (typeof templateIds)[number]
