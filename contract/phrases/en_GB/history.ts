/** What was done to one row, by whom and when. */
export const history = {
  none: 'Nothing has been changed yet.',
  by: 'by {{name}}',
  nothing: 'nothing',
  'action.group.changed': 'Changed',
  'action.group.created': 'Created',
  'action.group.reactivated': 'Reactivated',
  'action.group.suspended': 'Suspended',
  'action.organisation.changed': 'Changed',
  'action.organisation.created': 'Created',
  'action.organisation.reactivated': 'Reactivated',
  'action.organisation.suspended': 'Suspended',
} as const
