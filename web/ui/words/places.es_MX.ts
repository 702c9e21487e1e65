import { groups } from '../../../contract/phrases/es_MX/groups.ts'
import { history } from '../../../contract/phrases/es_MX/history.ts'
import { organisations } from '../../../contract/phrases/es_MX/organisations.ts'
import { places } from '../../../contract/phrases/es_MX/places.ts'

/** What the pages of organisations and groups say. */
export const phrases = { groups, history, organisations, places }
