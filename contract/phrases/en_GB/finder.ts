/** The search for everything. */
export const finder = {
  help: 'Test ID, person, place, kit or lot',
  helpOther: 'Test ID, animal or sample, place, kit or lot',
  helpPatient: 'Test ID or page',
  helpOperator: 'Tenant or page',
  start:
    'Type at least {{count}} characters: the start of a test ID, a name, an email, an ID, a place, a test kit or a lot.',
  startOther:
    'Type at least {{count}} characters: the start of a test ID, an ID of an animal or a sample, a place, a test kit or a lot.',
  startPatient: 'Type at least {{count}} characters: the start of a test ID, or of the name of a page.',
  startOperator: 'Type at least {{count}} characters: the start of the name of a tenant or of a page.',
  results: 'Search results',
  loading: 'Searching',
  none: 'Nothing that you can see begins with “{{text}}”. Check the spelling, or type less of it.',
  failed: 'The search did not work. Nothing was changed.',
  count_one: '{{count}} result',
  count_other: '{{count}} results',
  more: 'At most {{count}} of each kind are shown. Type more to narrow them down.',
  lots: 'Lots',
  pages: 'Pages',
  lotTests: 'Tests with this lot',
  voided: 'Voided',
  born: 'Born {{date}}',
  localId: 'Local ID {{id}}',
} as const
