export const session = {
  intro: 'Use the email address of your account.',
  submit: 'Log in',
  forgottenPassword: 'Forgotten your password?',
  haveInviteCode: 'I have an invite code',
  useApp: 'Your account is for the mobile app. Log in there with the same email and password.',
  failed:
    'We could not log you in because of a problem on our side. What you typed is still here: try again in a moment.',
  loggedOut: 'You have successfully logged out',
  expired: 'Your active session has expired. Please log in.',

  'ready.now': 'A test is ready to read. Log in to read it.',
  'ready.waiting': 'This page still tells you when a test is ready to read: next at {{time}}.',
  automatic: 'You have been automatically logged out from your active session.',
  idleTitle: 'Are you still there?',
  idleText_one: 'You will be logged out in {{count}} second, so that nobody else sees what is open here.',
  idleText_other: 'You will be logged out in {{count}} seconds, so that nobody else sees what is open here.',
  idleStay: 'Stay logged in',

  loggedOutTitle: 'You are logged out',
  loggedOutText: 'Close this window if you share this computer with others.',
  logInAgain: 'Log in again',
  otherTitle: 'Somebody else has logged in using this browser',
  otherText:
    'Anything you had typed here but not saved is gone, and nobody else can see it. If you were recording a test, a draft may have been kept for you: log in again to continue.',
  otherGoOn: 'Continue as the person who is logged in now',
  brandLine: 'Record a result in a minute. Find it again in a second.',
} as const
