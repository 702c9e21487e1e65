import { type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    searchEverything: ({ subjectEmail }) => ({ body: { search: subjectEmail } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    searchEverything: [401, 200, 200, 200, 200, 200, 200, 200],
  },
}
