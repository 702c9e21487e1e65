/** The texts for an invited patient, from the code to the account. */
export const invitee = {
  'enter.title': 'Redeem your invite',
  'enter.intro': 'Enter the invite code from your email or text message.',
  'enter.help': '{{length}} letters and digits. Capitals, spaces and dashes do not matter.',
  'enter.count': '{{typed}} of {{length}} characters',
  'enter.submit': 'Redeem invite',
  'enter.lookAlike': 'Codes never contain {{characters}}. Check for characters that look alike',
  'invalid.title': 'This invite code does not work',
  'invalid.text':
    'It may be mistyped, already used, replaced by a newer one, or expired. Compare it with your latest message, or ask {{tenant}} for a new invite. If you have already set up your account, log in.',
  'look.pending': 'Looking up your invite',
  'look.failed': 'We could not look up your invite because of a problem on our side. It still works: try again.',
  'setup.intro': '{{organisation}} has invited you to {{product}}.',
  'setup.invitedTo': 'Invited to',
  'setup.language': 'Language of your account',
  'setup.submit': 'Set up account',
  'setup.loggedIn': 'Your account is ready, and you are logged in.',
  'setup.done': 'Your account is ready. Log in with the password you chose.',
  'qr.label': 'Code of your invite',
  'qr.new':
    'When you are tested together with others, staff can scan this code to find you. It keeps working for that after your account is set up: keep a picture of it, or open the link in your message again.',
  'qr.used':
    'If you set up your account with this invite, staff can still scan this code to find you when you are tested together with others.',
} as const
