import { validation as british } from '../en_GB/validation.ts'

export const validation = {
  ...british,
  nameIsAddress: 'A name cannot be a web or email address. Put a space after a period',
  terms: 'Accept the End User License Agreement to create an account',
  passwordOfName: 'The password cannot contain your name, your email or the name of the organization',
  'field.organisationId': 'Organization',
  'field.termsAccepted': 'End User License Agreement',
}
