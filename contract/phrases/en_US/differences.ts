import type { Differences } from '../phrases.ts'

/** The words of American English that are not the British ones. */
export const differences: Differences = {
  export: {
    organisation: 'Organization',
  },
  fields: {
    organisationId: 'Organization',
    termsAccepted: 'End User License Agreement',
  },
  lists: {
    'filter.organisation': 'Organization',
    'filter.anyOrganisation': 'All organizations',
  },
  ownAccount: {
    organisation: 'Organization',
  },
  passwords: {
    'reset.title': 'Forgot your password?',
  },
  recording: {
    'unable.text': 'Test records need an organization and a group, so at least one of each must exist.',
    'unable.administrator':
      'You manage this account, but organizations and groups cannot be added on these pages yet. Ask whoever set the account up for you to add an organization with a group, or to reactivate a suspended one.',
    'unable.staff':
      'Ask an administrator of your organization to have a group added, or to have a suspended one reactivated.',
    'place.organisation': 'Organization',
    'place.noGroups': 'This organization has no group that accepts tests. Choose another one.',
  },
  registration: {
    terms: 'I accept the End User License Agreement',
  },
  rules: {
    nameIsAddress: 'A name cannot be a web or email address. Put a space after a period',
    terms: 'Accept the End User License Agreement to create an account',
    passwordOfName: 'The password cannot contain your name, your email or the name of the organization',
  },
  session: {
    forgottenPassword: 'Forgot your password?',
  },
  shell: {
    termsIntro: 'Read and accept the End User License Agreement to use {{product}}.',
    'page.passwordReset': 'Forgot password',
    'page.eula': 'End User License Agreement',
  },
  testRecords: {
    'record.organisation': 'Organization',
  },
  userTypes: {
    organisation: 'Organization administrator',
  },
  users: {
    organisation: 'Organization',
    'edit.forbidden': 'You cannot change this user. Ask an administrator of the organization.',
    'form.chooseOrganisation': 'Choose an organization',
  },
}
