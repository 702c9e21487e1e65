/** The texts of a printed sheet besides its record, and the selection of several records. */
export const printing = {
  window: 'Read within',
  minutes: '{{from}} to {{until}} minutes',
  readers: 'Read by',
  twoReaders: 'Two people, who saw the same',
  lab: 'Laboratory',
  orderedBy: 'Ordered by',
  corrected: 'Corrected on {{date}}',
  correctedBecause: 'Corrected on {{date}}: {{reason}}',
  voided: 'Voided on {{date}}',
  voidedBecause: 'Voided on {{date}}: {{reason}}',
  'several.none': 'Choose the tests to print, on this page and others. Each is a page of its own.',
  'several.chosen_one': '{{count}} test chosen',
  'several.chosen_other': '{{count}} tests chosen',
  'several.most': 'At most {{count}} can be printed at once.',
  'several.print': 'Print chosen',
  'several.end': 'Cancel',
  'several.failed_one':
    '{{count}} of the chosen tests could not be loaded, and nothing was printed. Check the connection and try again.',
  'several.failed_other':
    '{{count}} of the chosen tests could not be loaded, and nothing was printed. Check the connection and try again.',
} as const
