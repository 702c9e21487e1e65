/** The usual meaning of each result, which a tenant may replace. The texts promise nothing and frighten nobody. */
export const meanings = {
  title: 'What this result means',
  positive:
    'The test found what it looks for. Follow the advice of whoever did the test, or ask a professional what to do next.',
  negative:
    'The test did not find what it looks for. A rapid test can miss an early infection: if there are signs of illness, ask whether to test again.',
  inconclusive: 'The result could not be read with certainty. The test should be repeated.',
  invalid: 'The test did not work, so it says nothing either way. It should be repeated with a new kit.',
} as const
