import { lists as british } from '../en_GB/lists.ts'

export const lists = {
  ...british,
  'filter.organisation': 'Organization',
  'filter.anyOrganisation': 'All organizations',
}
