import { useQuery } from '@tanstack/react-query'
import { can } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { userDetailQuery } from '../users/queries.ts'

/**
 * Names the person who recorded the tests of a list, if the reader may see users. Other readers only learn that it is
 * one person.
 */
export function RecorderName({ id }: { id: string }) {
  const t = useT()
  const user = useQuery({ ...userDetailQuery(id), enabled: can(useHolder(), 'view-users') })
  const name = user.data?.data.fullName
  return (
    <span>
      {name === undefined ? t('testRecords:filter.oneRecorder') : t('testRecords:filter.recordedBy', { name })}
    </span>
  )
}
