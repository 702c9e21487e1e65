export const results = {
  positive: 'Positive',
  negative: 'Negative',
  inconclusive: 'Inconclusive',
  invalid: 'Invalid',
} as const
