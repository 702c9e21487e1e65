import { useState } from 'react'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { User } from '../../../contract/own-account/user.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../editing/failure-words.ts'
import { useRecordTest } from './queries.ts'
import type { Draft } from './draft.ts'
import { clearDraft, holdDraft } from './draft-storage.ts'
import { rememberPlace } from './last-used.ts'
import { recordingFailure, type FieldWords } from './error-words.ts'
import type { Step } from './steps.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

interface Settings {
  user: User
  assay: AssayListItem | undefined
  /** Called with the step that holds the first field in trouble. */
  onRefused: (step: Step) => void
  onSaved: (record: TestRecord) => void
}

/** Saving a draft: once, however often it is tried. */
export function useSaving({ user, assay, onRefused, onSaved }: Settings) {
  const recording = useRecordTest()
  const [refused, setRefused] = useState<FieldWords>({})
  const isAlreadySaved = recording.error instanceof ApiError && recording.error.code === 'idempotency-key-reused'

  /** Shows what is wrong with a draft that cannot be saved, at the step of the first field in trouble. */
  function refuse(words: FieldWords) {
    setRefused(words)
    const [first] = Object.keys(words)
    if (first !== undefined) onRefused(stepOf(first))
  }

  /** Sends what the draft became when it was checked. */
  function save(draft: Draft, body: NewTestRecord) {
    setRefused({})
    // A login that is due now leads back to this very attempt.
    holdDraft(user.id, draft)
    recording.mutate(
      { body, idempotencyKey: draft.idempotencyKey },
      {
        onSuccess: (record) => {
          clearDraft(user.id)
          if (draft.organisation && draft.group) {
            rememberPlace(user.id, { organisation: draft.organisation, group: draft.group }, body.assayId, {
              lot: body.lot ?? '',
              lotExpiry: body.lotExpiry,
            })
          }
          onSaved(record)
        },
        onError: (error) =>
          refuse(
            Object.fromEntries(
              Object.entries(fieldErrors(error)).map(([field, words]) => [formField(field, assay), words]),
            ),
          ),
      },
    )
  }

  return {
    save,
    refuse,
    refused,
    /** What was refused of a step whose fields are no longer open, in words. */
    refusedOf: (step: Step) =>
      Object.entries(refused)
        .filter(([field]) => stepOf(field) === step)
        .map(([, words]) => words)
        .join(' ') || undefined,
    error: isAlreadySaved ? undefined : failureWords(recording.error, recordingFailure),
    isAlreadySaved,
    isPending: recording.isPending,
    underNewKey: (draft: Draft): Draft => ({ ...draft, idempotencyKey: newIdempotencyKey() }),
    reset: () => {
      recording.reset()
      setRefused({})
    },
  }
}

/** Where a field is: an error of the server's may be about any of them. */
export function stepOf(field: string): Step {
  const name = field.split('.')[0] ?? ''
  if (['organisationId', 'groupId'].includes(name)) return 'place'
  return name === 'subjectId' ? 'subject' : 'test'
}

/** The server and the schema name an analyte's result by its place in the list, the form by the analyte. */
export function formField(field: string, assay: AssayListItem | undefined): string {
  const index = /^analyteResults(?:\.(\d+))?/.exec(field)
  if (!index) return field.split('.')[0] ?? field
  return `result.${assay?.analytes[Number(index[1] ?? 0)]?.id ?? ''}`
}
