/**
 * Why a report could not be sent. `refused`: the server does not let us in; `write`: it does not take the file; `settings`: they are gone or cannot be read; `restored`: it comes out of a backup, and may have been sent since;
 * `mailbox`: there is none of this address; `unconfirmed`: nobody has confirmed it yet; `mail`: the mail server does not take the mail.
 */
export const reportProblems = [
  'name',
  'address',
  'connection',
  'host-key',
  'refused',
  'write',
  'timeout',
  'settings',
  'restored',
  'mailbox',
  'unconfirmed',
  'mail',
] as const
export type ReportProblem = (typeof reportProblems)[number]
