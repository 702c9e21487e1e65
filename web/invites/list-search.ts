import { inviteList } from '../../contract/invites/invite-filter.ts'
import { addressOf } from '../lists/list-address.ts'

export const inviteAddress = addressOf(inviteList)
