import { listQuery, placeFilter, searchFilter } from '../listing.ts'

/**
 * Each word of a search is the start of a word of the name, the email or an ID. `name` is the order of last names, `added`
 * that in which subjects were added.
 */
export const subjectList = listQuery({
  filters: { ...placeFilter, ...searchFilter },
  sorts: ['name', '-name', 'added', '-added'],
  default: 'name',
})
