export const results = {
  positive: 'Positive',
  negative: 'Negative',
  inconclusive: 'Inconclusive',
  invalid: 'Invalid',
  heldBack: 'This result is held back and is not printed',
  heldBackPage: 'This result is held back and is not printed. Its set of tests has no outcome.',
} as const
