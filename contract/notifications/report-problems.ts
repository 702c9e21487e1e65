/** Why a report could not be sent. `refused`: the server does not let us in; `write`: it does not take the file; `settings`: they are gone or cannot be read. */
export const reportProblems = [
  'name',
  'address',
  'connection',
  'host-key',
  'refused',
  'write',
  'timeout',
  'settings',
] as const
export type ReportProblem = (typeof reportProblems)[number]
