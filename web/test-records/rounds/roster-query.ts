import { listRoster } from '../../../contract/rounds/starting.ts'
import { queryOf } from '../../api/query.ts'

/** The people of a group who may be in a round. */
export const rosterQuery = (groupId: string) => queryOf(listRoster, { params: { id: groupId } })
