import { shell as british } from '../en_GB/shell.ts'

export const shell = {
  ...british,
  termsIntro: 'Read and accept the End User License Agreement to use {{product}}.',
  'page.passwordReset': 'Forgot password',
  'page.eula': 'End User License Agreement',
}
