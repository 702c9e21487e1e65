import { recording as british } from '../en_GB/recording.ts'

export const recording = {
  ...british,
  'unable.text': 'Test records need an organization and a group, so at least one of each must exist.',
  'place.organisation': 'Organization',
  'place.noGroups': 'This organization has no group that accepts tests. Choose another one.',
}
