/** The history of one row: changes, authors and times. */
export const history = {
  none: 'Nothing has been changed yet.',
  'action.changed': 'Changed',
  'action.created': 'Created',
  'action.entered': 'Records entered',
  'action.entry-asked': 'Asked to enter',
  'action.invitation-resent': 'Invitation sent again',
  'action.invited': 'Invited',
  'action.left': 'Records left',
  'action.password-reset': 'Password reset',
  'action.reactivated': 'Reactivated',
  'action.restored': 'Brought back',
  'action.retired': 'Retired',
  'action.sessions-ended': 'Logged out everywhere',
  'action.suspended': 'Suspended',
} as const
