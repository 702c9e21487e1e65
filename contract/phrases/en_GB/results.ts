export const results = {
  positive: 'Positive',
  negative: 'Negative',
  inconclusive: 'Inconclusive',
  invalid: 'Invalid',
  heldBack: 'This result is held back and is not printed',
  heldBackPage:
    'This result is held back and is not printed. It is one of a set of tests without an outcome, and a single test is no finding.',
} as const
