import { useState } from 'react'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { Elements } from '../../ui/elements.ts'
import { Notice } from '../../ui/notice.tsx'
import { useT } from '../../ui/phrases.ts'

/**
 * Replaces the form of a voided record with a message. If the record is voided while the form is open, the form stays with
 * the typed data, and saving it shows the reason.
 */
export function UnlessVoided({ record, children }: { record: TestRecord; children: Elements }) {
  const t = useT()
  const [isOver] = useState(record.state === 'voided')
  if (!isOver) return children
  return <Notice title={t('testRecords:state.voided')} text={t('errors:record-voided')} />
}
