export const mail = {
  greeting: 'Hello {{name}},',
  greetingWithoutName: 'Hello,',
  footer:
    '{{tenant}} sent this message because of your account with {{product}}. Nobody will ever ask you for your password.',
  footerWithoutAccount: '{{tenant}} sent this message. Nobody will ever ask you for your password.',
  inviteCode: 'Or enter this invite code: {{code}}',

  'password-reset.subject': 'Set a new password',
  'password-reset.text':
    'Somebody, most likely you, asked for a new password for your account with {{product}}.\n\nThe link works once, for 30 minutes. If it was not you, ignore this message: your password stays as it is.',
  'password-reset.action': 'Set a new password',

  'password-changed.subject': 'Your password was changed',
  'password-changed.text':
    'The password of your account with {{product}} was changed, and all devices were logged out.\n\nIf it was not you, set a new password at once and tell your administrator.',
  'password-changed.action': 'It was not me: set a new password',

  'verify-registration.subject': 'Verify your email address',
  'verify-registration.text':
    'You created an account with {{product}}. Verify your email address, then log in with the password that you chose.\n\nThe link works for 14 days. If it was not you, ignore this message: without it the account stays closed.',
  'verify-registration.action': 'Verify my email address',

  'already-registered.subject': 'You already have an account',
  'already-registered.text':
    'Somebody, most likely you, tried to create an account with {{product}} with this email address. It already has one, and nothing was changed.\n\nLog in with the password that you have. If you do not know it, or never finished creating the account, set a new password.',
  'already-registered.action': 'Set a new password',

  'verify-email.subject': 'Verify your new email address',
  'verify-email.text':
    'This is to be the new email address of your account with {{product}}. Verify it, then log in with it.\n\nThe link works for 14 days. If it was not you, ignore this message: without it nothing changes.',
  'verify-email.action': 'Verify my new email address',

  'patient-invitation.subject': 'Create your account with {{product}}',
  'patient-invitation.text':
    '{{tenant}} invites you to {{product}}. Create your account: choose a password and enter your date of birth.\n\nThis invite works once, for 14 days. If you did not expect it, ignore this message: without you nothing happens.',
  'patient-invitation.action': 'Create my account',
  'patient-invitation.line': '{{product}}: create your account at {{link}} or with the code {{code}}',
} as const
