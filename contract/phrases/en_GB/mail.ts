export const mail = {
  greeting: 'Hello {{name}},',
  footer:
    '{{tenant}} sent this message because of your account with {{product}}. Nobody will ever ask you for your password.',

  'password-reset.subject': 'Set a new password',
  'password-reset.text':
    'Somebody, most likely you, asked for a new password for your account with {{product}}.\n\nThe link works once, for 30 minutes. If it was not you, ignore this message: your password stays as it is.',
  'password-reset.action': 'Set a new password',

  'password-changed.subject': 'Your password was changed',
  'password-changed.text':
    'The password of your account with {{product}} was changed, and all devices were logged out.\n\nIf it was not you, set a new password at once and tell your administrator.',
  'password-changed.action': 'It was not me: set a new password',
} as const
