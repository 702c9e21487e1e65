import { ownAccount as british } from '../en_GB/own-account.ts'

export const ownAccount = {
  ...british,
  organisation: 'Organization',
  'deletion.kept': 'Test records stay with {{tenant}}, anonymized: nothing in them says who you are.',
}
