/** What a patient reads who was invited, from the code to their account. */
export const invitee = {
  'enter.title': 'Redeem your invite',
  'enter.intro': 'Enter the invite code from your mail or text message.',
  'enter.help': '24 letters and digits. Capitals, spaces and dashes do not matter.',
  'enter.count': '{{typed}} of {{length}} characters',
  'enter.submit': 'Redeem invite',
  'enter.lookAlike': 'Codes never hold {{characters}}. Check the characters that look alike',
  'invalid.title': 'This invite code does not work',
  'invalid.text':
    'It may be mistyped, used already, replaced by a newer one, or its time is over. Compare it with your newest message, or ask {{tenant}} for a new invite. If you have set up your account already, log in.',
  'look.pending': 'Looking up your invite',
  'look.failed': 'Your invite could not be looked up because of a problem on our side. It still works: try again.',
  'setup.title': 'Set up your account',
  'setup.intro': '{{organisation}} invited you to {{product}}.',
  'setup.invitedTo': 'Invited to',
  'setup.language': 'Language of your account',
  'setup.submit': 'Set up account',
  'setup.done': 'Your account is ready. Log in with the password that you chose.',
} as const
