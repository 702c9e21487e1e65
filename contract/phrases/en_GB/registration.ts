export const registration = {
  intro: 'For people who get tested at {{tenant}}. Staff accounts are added by an administrator.',
  introOther:
    'For those who have animals or samples tested at {{tenant}}. Staff accounts are added by an administrator.',
  submit: 'Create account',
  choose: 'Choose',
  dateHelp: 'For example, {{example}}',
  countryCode: 'Country code',
  number: 'Number',
  terms: 'I accept the End User Licence Agreement',
  termsHelp: 'It says how you may use {{product}}, and stays at the bottom of every page.',
  readTerms: 'Read the agreement (opens in a new tab)',

  'status.title': 'Verify your email address',
  'status.text':
    'Before you log in, follow the link in the email we sent to {{email}}. It works for {{accountLinkTime}}. If you have several, use the newest.',
  'status.takeBack': 'Is the address wrong? The notice we sent to your old address says how to cancel the change.',

  'verify.pending': 'Opening the link',
  'verify.pendingText': 'This takes a moment.',
  'verify.failed': 'The link did not open, because of a problem on our side. It still works: try again.',
  'verify.failedTitle': 'That did not work',
  'verify.title': 'Your email address is verified',
  'verify.text': '{{email}} is verified. Log in with the password that you chose.',
  'verify.moved': 'Your email address is verified. Log in with {{email}}.',
  'verify.linkTitle': 'This link does not work',
  'verify.linkText':
    'It is incomplete, was replaced by a newer one, or has expired. Enter the email address you log in with and we will send you a new link.',
  'verify.newLink': 'Send me a new link',

  'confirm.title': 'Confirm your email address',
  'confirm.registration':
    'Somebody created an account with {{product}} using this email address. If it was you, confirm it.',
  'confirm.change':
    'Somebody asked to use this email address for their account with {{product}}. If it was you, confirm it.',
  'confirm.password': 'Account password',
  'confirm.passwordHelp': 'You opened the link in a different browser, so the password tells us that it is you.',
  'confirm.submit': 'Confirm email address',
  'confirm.notYouRegistration':
    'If you did not create this account and do not want it, close this page. The account stays closed unless you confirm.',
  'confirm.notYouChange': 'If you did not ask for this, close this page and nothing will change.',
  'confirm.otherPassword': 'I do not know the password',
  'confirm.knownPassword': 'I know the password',
  'confirm.newTitle': 'Choose a new password',
  'confirm.newIntro':
    'It replaces the password that was chosen when the account was created, and confirms {{email}}. After that, only you can log in.',
  'confirm.newSubmit': 'Set password and confirm',

  'verified.title': 'Your account is ready',
  'verified.text':
    'Your email address is verified. You use your account with {{product}} in the mobile app: log in there.',
} as const
