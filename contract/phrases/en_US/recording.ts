import { recording as british } from '../en_GB/recording.ts'

export const recording = {
  ...british,
  'unable.text': 'Test records need an organization and a group, so at least one of each must exist.',
  'unable.administrator':
    'You manage this account, but organizations and groups cannot be added on these pages yet. Ask whoever set the account up for you to add an organization with a group, or to reactivate a suspended one.',
  'unable.staff':
    'Ask an administrator of your organization to have a group added, or to have a suspended one reactivated.',
  'place.organisation': 'Organization',
  'place.noGroups': 'This organization has no group that accepts tests. Choose another one.',
}
