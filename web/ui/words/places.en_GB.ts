import { groups } from '../../../contract/phrases/en_GB/groups.ts'
import { history } from '../../../contract/phrases/en_GB/history.ts'
import { organisations } from '../../../contract/phrases/en_GB/organisations.ts'
import { places } from '../../../contract/phrases/en_GB/places.ts'

/** The phrases that the pages of organisations and groups load. */
export const phrases = { groups, history, organisations, places }
