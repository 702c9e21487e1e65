import { groups } from '../../../contract/phrases/es_MX/groups.ts'
import { history } from '../../../contract/phrases/es_MX/history.ts'
import { organisations } from '../../../contract/phrases/es_MX/organisations.ts'
import { places } from '../../../contract/phrases/es_MX/places.ts'

/** The phrases that the pages of organisations and groups load. */
export const phrases = { groups, history, organisations, places }
