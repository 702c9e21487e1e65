import { listRounds } from '../../../contract/rounds/endpoints.ts'
import { startRound, type NewRound } from '../../../contract/rounds/starting.ts'
import { call } from '../../api/client.ts'
import { useStored } from '../../editing/use-action.ts'

export const useStartRound = () =>
  useStored({
    send: (body: NewRound) => call(startRound, { body, errors: 'caller' }),
    shownBy: [listRounds],
  })
