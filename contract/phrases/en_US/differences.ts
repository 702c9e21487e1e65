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
  groups: {
    organisationSuspended: 'Its organization is suspended, so no tests are recorded here.',
    'form.organisation': 'Choose an organization',
    'form.keepsOrganisation': 'A group stays in its organization.',
  },
  lists: {
    'filter.organisation': 'Organization',
    'filter.anyOrganisation': 'All organizations',
  },
  organisations: {
    'own.none': 'You belong to no organization yet',
    title: 'Organizations',
    count_one: '{{count}} organization',
    count_other: '{{count}} organizations',
    countCapped: '{{count}}+ organizations',
    loading: 'Loading organizations',
    'list.caption': 'Organizations',
    'empty.title': 'No organizations yet',
    'empty.text': 'An organization holds the groups in which tests are recorded, and the people who record them.',
    'noMatch.title': 'No organizations match',
    'detail.loading': 'Loading the organization',
    'detail.failed': 'The organization could not be loaded',
    'detail.back': 'All organizations',
    isSuspended: 'This organization is suspended: nobody in it can log in, and no tests are recorded.',
    create: 'New organization',
    'form.submit': 'Create organization',
    created: 'Organization created',
    updated: 'Organization updated',
    failed: 'The organization could not be saved. What you typed is still here: try again in a minute.',
    edit: 'Edit organization',
    suspended: 'Organization suspended',
    reactivated: 'Organization reactivated',
    'suspending.leave': 'Suspend organization',
    'reactivating.leave': 'Reactivate organization',
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
      'Add an organization with a group under Organizations and Groups, or reactivate a suspended one.',
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
    ownOrganisation: 'Your organization',
    noOrganisation: 'You belong to no organization yet. Ask your administrator.',
    'page.ownOrganisation': 'Your organization',
    organisations: 'Organizations',
    'page.organisations': 'Organizations',
    'page.organisation': 'Organization',
    'page.newOrganisation': 'New organization',
    'page.editOrganisation': 'Edit organization',
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
