import { groups } from '../../../contract/phrases/en_GB/groups.ts'
import { history } from '../../../contract/phrases/en_GB/history.ts'
import { organisations } from '../../../contract/phrases/en_GB/organisations.ts'
import { places } from '../../../contract/phrases/en_GB/places.ts'

/** What the pages of organisations and groups say. */
export const phrases = { groups, history, organisations, places }
