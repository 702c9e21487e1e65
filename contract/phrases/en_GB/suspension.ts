/** The texts for visitors of a suspended tenant, beside the operator's own text. */
export const suspension = {
  title: '{{product}} is suspended',
  text: 'Nobody can log in at the moment. Ask whoever runs it for you when it will be back.',
  kept: 'Nothing has been deleted.',
} as const
