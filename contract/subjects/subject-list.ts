import { listQuery, placeFilter, searchFilter } from '../listing.ts'

/**
 * Each word of `search` must begin a word of the name, the email or an ID, also of those of whoever was merged into the subject. `name` sorts by last name, `added` by the
 * time of adding.
 */
export const subjectList = listQuery({
  rows: 'subject',
  filters: { ...placeFilter, ...searchFilter },
  sorts: ['name', '-name', 'added', '-added'],
  default: 'name',
})
