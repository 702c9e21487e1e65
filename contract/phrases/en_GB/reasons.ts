/** The reasons of spec §5 for deletions and changes. */
export const reasons = {
  'blank-recorded-in-error': 'Blank recorded in error',
  'created-in-error': 'Created in error',
  'data-entered-incorrectly': 'Data entered incorrectly',
  'no-longer-required': 'No longer required',
  other: 'Other',
}
