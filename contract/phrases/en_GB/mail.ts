export const mail = {
  'limit.attempts_one': 'Too many attempts. Try again in about {{count}} hour.',
  'limit.attempts_other': 'Too many attempts. Try again in about {{count}} hours.',
  'limit.attemptsSoon_one': 'Too many attempts. Try again in about {{count}} minute.',
  'limit.attemptsSoon_other': 'Too many attempts. Try again in about {{count}} minutes.',
  'limit.matter_one':
    'Nothing was sent or changed: this has been sent to this address as often as it may be in a day. Ask whether it has arrived, perhaps as spam. Try again in about {{count}} hour.',
  'limit.matter_other':
    'Nothing was sent or changed: this has been sent to this address as often as it may be in a day. Ask whether it has arrived, perhaps as spam. Try again in about {{count}} hours.',
  'limit.recipient_one':
    'Nothing was sent or changed: the daily limit for messages to this address has been reached. Try again in about {{count}} hour.',
  'limit.recipient_other':
    'Nothing was sent or changed: the daily limit for messages to this address has been reached. Try again in about {{count}} hours.',
  'limit.sender_one':
    'Nothing was sent or changed: you have reached the daily limit for messages from one person. Try again in about {{count}} hour. If you need a higher limit, ask the operator of the service.',
  'limit.sender_other':
    'Nothing was sent or changed: you have reached the daily limit for messages from one person. Try again in about {{count}} hours. If you need a higher limit, ask the operator of the service.',
  'limit.tenant_one':
    'Nothing was sent or changed: the daily limit for all messages has been reached. Try again in about {{count}} hour. If you need a higher limit, ask the operator of the service.',
  'limit.tenant_other':
    'Nothing was sent or changed: the daily limit for all messages has been reached. Try again in about {{count}} hours. If you need a higher limit, ask the operator of the service.',

  'token.unknown':
    'This token is unknown here. Check that it was copied whole, and that the address is the one where it was made.',
  'token.expired': 'This token has expired. An administrator can make a new one.',
  'token.revoked': 'This token was revoked. An administrator can make a new one.',
  'token.paused':
    'This token is paused: whoever made it is no longer an administrator, or the place that it works in is suspended.',
  'token.withCookie': 'Send either a token or a cookie, but not both.',
  'token.closed': 'Tokens cannot be used for this request.',
  'token.tooMany': 'This token has sent all the requests that it may send in a minute. Try again in a few seconds.',

  greeting: 'Hello {{name}},',
  greetingWithoutName: 'Hello,',
  footer: '{{tenant}} sent this message because you have an account there. Nobody will ever ask you for your password.',
  footerWithoutAccount: '{{tenant}} sent this message. Nobody will ever ask you for your password.',
  inviteCode: 'Or enter this invite code: {{code}}',

  'password-reset.subject': 'Set a new password',
  'password-reset.text':
    'Somebody, most likely you, asked for a new password for your account with {{product}}.\n\nThe link works once, for {{passwordLinkTime}}. If this was not you, ignore this message: your password stays as it is.',
  'password-reset.action': 'Set a new password',

  'password-changed.subject': 'Your password was changed',
  'password-changed.text':
    'The password of your account with {{product}} has been changed, and all devices have been logged out.\n\nIf this was not you, set a new password at once and tell your administrator.',
  'password-changed.action': 'This was not me: set a new password',

  'verify-registration.subject': 'Verify your email address',
  'verify-registration.text':
    'You created an account with {{product}}. Verify your email address, then log in with the password that you chose.\n\nThe link works for {{accountLinkTime}}. If it was not you, ignore this message: without it the account stays closed.',
  'verify-registration.action': 'Verify my email address',

  'already-registered.subject': 'You already have an account',
  'already-registered.text':
    'Somebody, most likely you, tried to create an account with {{product}} using this email address. There is one already, and nothing has changed.\n\nLog in with your password. If you do not know it, or never finished creating the account, set a new one.',
  'already-registered.action': 'Set a new password',

  'verify-email.subject': 'Verify your new email address',
  'verify-email.text':
    'This is to be the new email address of your account with {{product}}. Verify it, then log in with it.\n\nThe link works for {{accountLinkTime}}. If it was not you, ignore this message: without it nothing changes.',
  'verify-email.action': 'Verify my new email address',

  'staff-invitation.subject': '{{inviter}} has invited you to {{product}}',
  'staff-invitation.subjectWithoutInviter': 'Choose your password for {{product}}',
  'staff-invitation.text':
    '{{inviter}} has created an account for you. Choose a password, then log in with this email address.\n\nThe link works for {{accountLinkTime}}, until you have chosen a password. If you did not expect this, ignore this message: nobody can use the account before a password is chosen.',
  'staff-invitation.action': 'Choose my password',

  'administrator-reset.subject': 'Your password was reset',
  'administrator-reset.text':
    'An administrator has reset the password of your account with {{product}}, and all devices have been logged out. Set a new password to log in again.\n\nThe link works once, for {{passwordLinkTime}}. After that, ask for a new one on the login page.',
  'administrator-reset.action': 'Set a new password',

  'account-suspended.subject': 'Your account is suspended',
  'account-suspended.text':
    'An administrator has suspended your account with {{product}}, and all devices have been logged out. You cannot log in until it is reactivated.\n\nIf you have questions, contact your administrator.',

  'import-done.subject': 'Your import is done',
  'import-done.text':
    'A file that you imported into {{product}} has been worked through. Its page says what was made of it, and which rows still wait. You can undo it there within a week.',
  'import-done.action': 'See the imports',

  'report-not-sent.subject': 'A report to an authority was not sent',
  'report-not-sent.text':
    'A report of test results to an authority could not be sent. It is tried again by itself, but a deadline may be near.\n\nThe page of reports says what is wrong.',
  'report-not-sent.action': 'See the reports',
  'mailbox-code.subject': 'Code to confirm this mailbox for reports',
  'mailbox-code.text':
    '{{tenant}} wants to send reports of test results to this mailbox. They contain health data of people.\n\nIf you expect them and look after this mailbox, tell your contact there the code below. If you do not, ignore this message, and nothing will be sent.',
  code: 'The code: {{code}}',
  'report.subject': 'Report of test results from {{tenant}}: {{file}}',
  'report.text':
    '{{tenant}} reports test results to {{authority}}. The report is attached and contains health data of people.\n\nFile: {{file}}\nSHA-256: {{hash}}\n\nIf it arrives twice, it is the same report, and counts once.',
  'notifications-due.subject': 'Results are to be reported to an authority soon',
  'notifications-due.text':
    'Results that {{tenant}} must report to an authority are due soon, or overdue. The list says which, by when, and what is still missing.\n\nYou get this message at most once a day for each rule.',
  'notifications-due.action': 'See what is to be reported',

  'outbreak-found.subject': 'An outbreak may have begun',
  'outbreak-found.text':
    'Several tests at a place that you look after were positive within a short time, more than {{product}} expects without an outbreak. The list of outbreaks says where.\n\nThe page of the outbreak shows who is still to be tested, and has a line list for your health authority.',
  'outbreak-found.action': 'See the outbreaks',
  'token-expires.subject': 'A token for a machine will soon expire',
  'token-expires.text':
    'A token with which a machine uses {{product}} will soon expire. From then on the machine will be refused. The list of tokens says which one it is, and when it expires.\n\nIf it is still needed, make a new token, give it to the machine, and revoke the old one.',
  'token-expires.action': 'See the tokens',
  'webhook-stopped.subject': 'A webhook has stopped',
  'webhook-stopped.text':
    'A webhook of {{product}} has stopped, because its receiver did not accept what was sent, or its secret could not be read. The list of webhooks says which one and why.\n\nIf it is paused, nothing is lost: once it is resumed, it goes on where it stopped. If its receiver answered that it is gone, it has ended for good. A new webhook tells of what happens from then on.',
  'webhook-stopped.action': 'See the webhooks',

  'account-reactivated.subject': 'Your account is active again',
  'account-reactivated.text': 'An administrator has reactivated your account with {{product}}. You can log in again.',
  'account-reactivated.action': 'Log in',

  'operator-entered.subject': 'An operator is reading your records',
  'operator-entered.text':
    '{{operator}}, who operates the service, has entered the records of {{tenant}} to read them. It ends after {{entryTime}} at the latest.\n\nThe reason given: {{reason}}\n\nEverything that is read is in your audit trail. You can end it at any time.',
  'operator-entered.action': 'See it or end it',

  'address-changed.subject': 'The web addresses of {{tenant}} have changed',
  'address-changed.text':
    'The operator of the service has changed the web addresses of {{tenant}}. From now on, links and logins may lead to a different address.\n\nCheck that each address on the list is yours. If one is not, do not use it, and tell the operator of the service at once.',
  'address-changed.action': 'See the addresses',

  'operator-asked.subject': 'An operator asks to read your records',
  'operator-asked.text':
    '{{operator}}, who operates the service, asks to read the records of {{tenant}}.\n\nThe reason given: {{reason}}\n\nNothing can be read until an administrator allows it.',
  'operator-asked.action': 'Allow or refuse',

  'email-changed.subject': 'Your email address is being changed',
  'email-changed.text':
    'A new email address was entered for your account with {{product}}. It will replace this one once it has been verified. Until then nobody can log in.\n\nIf this was not you, or the new address is wrong, set a new password using this address: that cancels the change. If no message with a link arrives, the new address has already been verified: tell your administrator.',
  'email-changed.action': 'Cancel the change with a new password',

  'account-deleted.subject': 'Your account was deleted',
  'account-deleted.text':
    'Your account with {{product}} has been deleted, and the details that identify you have been erased. Test records are kept without your name.\n\nThis is the last message. If it was not you who deleted the account, tell {{tenant}}.',

  'patient-invitation.subject': 'Create your account with {{product}}',
  'patient-invitation.text':
    '{{tenant}} has invited you to create an account and see your test results online. Choose a password and enter your date of birth.\n\nThis invite works once, for {{inviteTime}}. If you did not expect it, ignore this message and nothing will happen.',
  'patient-invitation.action': 'Create my account',
  'patient-invitation.line': '{{product}}: create your account at {{link}} or with the code {{code}}',

  'result-ready.subject': 'A result is ready at {{tenant}}',
  'result-ready.text':
    'A result is ready for you at {{tenant}}. You open it with your date of birth.\n\nThe link works for {{deliveryTime}}.',
  'result-ready.action': 'Open my result',
  'result-ready.line':
    'A result is ready for you at {{tenant}}. Open it with your date of birth, within {{deliveryTime}}: {{link}}',

  'result-changed.subject': 'A result from {{tenant}} has changed',
  'result-changed.text':
    'A result that {{tenant}} sent you says something else now. You open it with your date of birth.\n\nThe link works for {{deliveryTime}}, in place of the earlier one.',
  'result-changed.action': 'Open my result',
  'result-changed.line':
    'A result that {{tenant}} sent you says something else now. Open it with your date of birth, within {{deliveryTime}}: {{link}}',

  'result-withdrawn.subject': 'A result from {{tenant}} is no longer valid',
  'result-withdrawn.text':
    'A result that {{tenant}} sent you is no longer valid, and its link does not work any more. Do not rely on what it said.\n\nIf you have questions, contact {{tenant}}.',
  'result-withdrawn.line':
    'A result that {{tenant}} sent you is no longer valid. Do not rely on what it said. If you have questions, contact {{tenant}}.',
} as const
