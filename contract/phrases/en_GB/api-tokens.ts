/** Tokens of machines, for the tenant's administrators. */
export const apiTokens = {
  intro:
    'With a token, a machine uses this service without a login: a laboratory system, a reader of test kits, or a report that runs at night. It does only what you tick, and everything that it does is in your audit trail under its name.',
  list: 'Your tokens',
  none: 'There are no tokens yet.',
  create: 'New token',

  'state.active': 'Active',
  'state.maker-left': 'Paused',
  'state.place-suspended': 'Paused',
  'state.expired': 'Expired',
  'state.revoked': 'Revoked',
  'why.maker-left': 'Whoever made it is no longer an administrator who may log in.',
  'why.place-suspended': 'The place that it works in is suspended.',
  everywhere: 'The whole tenant',
  until: 'Expires on {{date}}',
  expired: 'Expired on {{date}}',
  revoked: 'Revoked on {{date}}',
  used: 'Last used on {{date}}',
  unused: 'Never used',
  made: 'Made on {{date}} by {{name}}',
  end: 'Ends in {{end}}',

  trail: 'What it did',

  revoke: 'Revoke',
  revokeOf: 'Revoke {{name}}',
  'revoke.title': 'Revoke {{name}}?',
  'revoke.text':
    'The machine that uses it is refused from its next request on. This cannot be undone: it would need a new token.',
  'revoke.stay': 'Keep it',
  isRevoked: '{{name}} was revoked',

  'form.intro': 'Give each machine a token of its own, with no more than it needs.',
  'form.name': 'Name',
  'form.nameHelp': 'Tests and events of the machine are shown under this name, such as “Lab system, Harbour”.',
  'form.permissions': 'What it may do',
  'form.permissionsHelp':
    'It never does more than you may do yourself, and it stops if you are no longer an administrator.',
  'form.choosePermission': 'Choose what it may do',
  'form.places': 'Where it works',
  'form.ofTenant': 'In the whole tenant',
  'form.ofOrganisation': 'In one organisation',
  'form.chooseOrganisation': 'Choose an organisation',
  'form.groupsHelp': 'Choose none for all groups of the organisation.',
  'form.addGroup': 'Add a group',
  'form.removeGroup': 'Remove {{name}}',
  'form.days': 'Expires after',
  'form.daysOf_one': '{{count}} day',
  'form.daysOf_other': '{{count}} days',
  'form.submit': 'Make the token',
  'form.failed':
    'The token could not be made because of a problem on our side. What you typed is still here. If it is in the list all the same, revoke it and make another.',

  'secret.title': 'Copy the token now',
  'secret.text':
    'This is the only time that it is shown. Store it where the machine reads it, and send it to nobody by email.',
  'secret.label': 'Token',
  'secret.copy': 'Copy',
  'secret.copied': 'Copied',
  'secret.notCopied': 'The browser did not allow copying. Select the token and copy it yourself.',
  'secret.done': 'I have stored it',
} as const
