import type { Differences } from '../phrases.ts'

/** The phrases in which American English differs from British English. */
export const differences: Differences = {
  audit: {
    'action.organisation.changed': 'Changed an organization',
    'action.organisation.created': 'Created an organization',
    'action.organisation.reactivated': 'Reactivated an organization',
    'action.organisation.suspended': 'Suspended an organization',
    'action.user.terms': 'Accepted the End User License Agreement',
    'group.organisation': 'Organizations',
    'resource.organisation': 'Organization',
  },
  auditAttempts: {
    'organisation.changed': 'Tried to change an organization',
    'organisation.created': 'Tried to create an organization',
    'organisation.reactivated': 'Tried to reactivate an organization',
    'organisation.suspended': 'Tried to suspend an organization',
    'user.terms': 'Tried to accept the End User License Agreement',
    listCatalogue: 'Tried to see the catalog of test kits',
    getDashboardGroups: 'Tried to see tests by organization and group',
    getOrganisation: 'Tried to see an organization',
    listOrganisationHistory: 'Tried to see the history of an organization',
    listOrganisations: 'Tried to see the list of organizations',
  },
  auditDetails: {
    'field.organisation_id': 'Organization',
    'field.organisation': 'Organization administrator',
    'value.organisation-suspended': 'Organization suspended',
    'field.colours': 'Colors',
    'field.grey': 'Gray',
    'field.primary': 'Primary color',
    'field.secondary': 'Secondary color',
    'field.theme': 'Colors',
    'endpoint.listCatalogue': 'Saw the catalog of test kits',
    'endpoint.getDashboardGroups': 'Saw tests by organization and group',
    'endpoint.getOrganisation': 'Saw an organization',
    'endpoint.listOrganisationHistory': 'Saw the history of an organization',
    'endpoint.listOrganisations': 'Saw the list of organizations',
  },
  assays: {
    organisations_one: '{{count}} organization',
    organisations_other: '{{count}} organizations',
    'catalogue.add': 'Add from the catalog',
    'detail.takenFrom': 'From the catalog',
    'withdrawing.stay': 'Keep in the catalog',
    'withdrawing.leave': 'Withdraw from the catalog',
    'offering.text': 'Every tenant will find it in the catalog again.',
  },
  assayForm: {
    'form.allOrganisations': 'All organizations use it',
    'form.chosenHelp': 'Only these organizations are offered it.',
    'form.addOrganisation': 'Add an organization',
    'form.organisationMeaningsHelp':
      'For organizations that tell people something else: a pharmacy has no nurse on duty. Where you leave one empty, the words for everybody stand.',
    'form.addOrganisationMeanings': 'Choose an organization with words of its own',
    'form.mostOrganisationMeanings': 'At most {{count}} organizations can have words of their own.',
    'catalogue.search': 'Search the catalog',
    'catalogue.gone': 'This test kit is not in the catalog any more.',
  },
  branding: {
    colours: 'Colors',
    coloursIntro:
      'Pick your main color, or type it as #RRGGBB: the others follow it. The preview shows it at once; everybody sees it once you save. Whatever you choose, words stay readable: a color with too little contrast is drawn in its nearest readable shade.',
    others: 'Set each color by itself',
    save: 'Save colors',
    primary: 'Main color',
    grey: 'Gray',
  },
  catalogue: {
    'kit.faecal-blood': 'Fecal occult blood',
    'line.haemoglobin': 'Hemoglobin',
    'kit.gonorrhoea': 'Gonorrhea antigen',
    'kit.bvd': 'Bovine viral diarrhea virus antigen',
    'line.bovine-viral-diarrhoea-virus': 'Bovine viral diarrhea virus',
    'specimen.faeces': 'Feces',
  },
  charts: {
    'organisations.title': 'Organizations',
    'organisations.one': 'Organization',
    'organisations.file': 'tests-by-organization',
  },
  dashboard: {
    'steps.brand': 'Set your colors and logo',
    'steps.assaysHelp': 'Take the kits that you use from the catalog. Common ones are there already.',
    'steps.placesHelp': 'One organization with one group is there already. Complete it, or add more.',
  },
  serverErrors: {
    'organisation-suspended':
      'Your organization is suspended, so nobody in it can log in. Nothing has been deleted: ask your administrator.',
    'access-suspended':
      'You were logged out because your account or your organization was suspended. Ask your administrator. A test that you had begun to record is kept for you for {{draftTime}}.',
  },
  export: {
    organisation: 'Organization',
  },
  fields: {
    organisationId: 'Organization',
    organisationIds: 'Organizations',
    organisationMeanings: 'What each result means at certain organizations',
    termsAccepted: 'End User License Agreement',
  },
  groups: {
    organisationSuspended: 'Its organization is suspended, so no tests are recorded here.',
    'form.organisation': 'Choose an organization',
    'form.keepsOrganisation': 'A group stays in its organization.',
  },
  importing: {
    'new.known': 'Files from SimpleReport are recognized',
    'layout.results-wide': 'Recognized: SimpleReport, results, downloaded until April 2024',
    'layout.results-browser': 'Recognized: SimpleReport, results, downloaded from April 2024 to July 2025',
    'layout.results-server': 'Recognized: SimpleReport, results, downloaded since July 2025',
    'layout.patients': 'Recognized: SimpleReport, people',
    'layout.results-upload': 'Recognized: SimpleReport, spreadsheet for the upload of results',
    'layout.patients-upload': 'Recognized: SimpleReport, spreadsheet for the upload of people',
    'field.postcode': 'ZIP code',
    'ask.kitsHelp':
      'Rows of a device without a kit wait. If a kit is not offered, add it to your test kits first, or from the catalog.',
  },
  lists: {
    'filter.anyOrganisation': 'All organizations',
  },
  operator: {
    'create.intro':
      'It is ready to record tests at once: it begins with common test kits, one organization and one group. Everything here can be changed later.',
    organisations_one: '{{count}} organization',
    organisations_other: '{{count}} organizations',
  },
  permissions: {
    'group.places': 'Organizations and groups',
    'view-own-org': 'See their own organization',
    'view-orgs': 'See organizations',
    'view-orgs.help': 'The list of organizations, as far as they work in them.',
    'edit-orgs': 'Edit organizations',
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
    'empty.text': 'An organization contains the groups in which tests are recorded, and the people who record them.',
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
    'terms.intro': 'To use {{product}}, you need to accept its End User License Agreement. Before you read it:',
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
    'place.noGroups':
      'This organization has no group that accepts tests. Choose another one, or have an administrator add a group.',
  },
  notificationRules: {
    noKits: 'None. The analytes of a kit are recognized by their codes, or by name if they have none.',
    'form.somewhere': 'In some organizations or groups',
    'form.organisations': 'Organizations',
    'form.addOrganisation': 'Add an organization',
    'form.choosePlace': 'Choose an organization or a group',
  },
  notifications: {
    'enter.organisation': 'Enter it at the organization',
    'field.placeAddress': 'address of the organization',
  },
  registration: {
    terms: 'I accept the End User License Agreement',
  },
  rules: {
    nameIsAddress: 'A name cannot be a web or email address. Put a space after a period.',
    terms: 'Accept the End User License Agreement to create an account',
  },
  serverRules: {
    passwordOfName: 'The password cannot contain your name, your email or the name of the organization',
  },
  session: {
    forgottenPassword: 'Forgot your password?',
  },
  shell: {
    'page.assayCatalogue': 'Catalog of test kits',
    noOrganisation: 'You belong to no organization yet. Ask your administrator.',
    'page.ownOrganisation': 'Your organization',
    'page.organisations': 'Organizations',
    'page.organisation': 'Organization',
    'page.newOrganisation': 'New organization',
    'page.editOrganisation': 'Edit organization',
    'page.passwordReset': 'Forgot password',
    'page.eula': 'End User License Agreement',
  },
  testRecords: {},
  userTypes: {
    organisation: 'Organization administrator',
  },
  users: {
    'edit.forbidden': 'You cannot change this user. Ask an administrator of the organization.',
    'form.chooseOrganisation': 'Choose an organization',
  },
}
