/** Names of the date ranges (spec §9). */
export const ranges = {
  label: 'Date range',
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 Days',
  'this-month': 'This Month',
  'last-month': 'Last Month',
  all: 'All Time',
  custom: 'Custom Range',
  'backwards.title': 'The end date is before the start date',
  from: 'From',
  to: 'To',
  apply: 'Apply',
  'backwards.text': 'Change one of the two dates to see what happened between them.',
} as const
