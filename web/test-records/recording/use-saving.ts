import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAssays, type AssayListItem } from '../../../contract/assays/assay.ts'
import { listGroups } from '../../../contract/groups/group-list.ts'
import { listOrganisations } from '../../../contract/organisations/organisation-list.ts'
import { getMyDetails, type User } from '../../../contract/own-account/user.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { t } from '../../ui/phrases.ts'
import { failureWords } from '../../api/failure-words.ts'
import { useRecordTest } from './queries.ts'
import type { Draft } from './draft.ts'
import { clearDraft, holdDraft } from './draft-storage.ts'
import { rememberPlace } from './last-used.ts'
import { recordingFailure, type FieldWords } from './error-words.ts'
import { steps, type Step } from './steps.ts'
import { useGroupName } from './use-group-name.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

interface Settings {
  user: User
  assay: AssayListItem | undefined
  /** Called with the step of the first field with an error, and all such fields. */
  onRefused: (step: Step, fields: readonly string[]) => void
  onSaved: (record: TestRecord) => void
}

/** Saves a draft, and only once however often it is tried. */
export function useSaving({ user, assay, onRefused, onSaved }: Settings) {
  const queries = useQueryClient()
  const recording = useRecordTest()
  const groupName = useGroupName()
  const [refused, setRefused] = useState<FieldWords>({})
  const isAlreadySaved = recording.error instanceof ApiError && recording.error.code === 'idempotency-key-reused'

  /** Shows the errors of a draft that cannot be saved, at the step of the first field with one. */
  function refuse(words: FieldWords) {
    setRefused(words)
    const fields = Object.keys(words)
    const [first] = steps.filter((step) => fields.some((field) => stepOf(field) === step))
    if (first !== undefined) onRefused(first, fields)
  }

  /** Shows the server's errors, and reloads the choices of the draft, which may have changed. */
  function refuseBy(error: unknown, draft: Draft) {
    for (const { name } of [getMyDetails, listOrganisations, listGroups, listAssays]) {
      void queries.invalidateQueries({ queryKey: [name] })
    }
    const fields = Object.entries(fieldErrors(error)).map(([field, words]): [string, string] => {
      const name = formField(field, assay)
      return [name, changedWords(name, words, draft, { assay, group: groupName(draft) })]
    })
    const needsTimer = error instanceof ApiError && error.code === 'timer-required'
    refuse(Object.fromEntries(needsTimer ? [['assayId', error.message]] : fields))
  }

  function save(draft: Draft, body: NewTestRecord) {
    setRefused({})
    // If a login is needed now, it leads back to this attempt.
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
        onError: (error) => {
          if (error instanceof ApiError && (error.status === 422 || error.status === 409 || error.status === 403)) {
            refuseBy(error, draft)
          }
        },
      },
    )
  }

  return {
    save,
    refuse,
    refuseBy,
    refused,
    /** The errors of a step whose fields are no longer open, in words. */
    refusedOf: (step: Step) =>
      Object.entries(refused)
        .filter(([field]) => stepOf(field) === step)
        .map(([, words]) => words)
        .join(' ') || undefined,
    error: isAlreadySaved
      ? undefined
      : recording.error instanceof ApiError && recording.error.code === 'forbidden'
        ? t('recording:changed.permission')
        : failureWords(recording.error, recordingFailure),
    isAlreadySaved,
    isPending: recording.isPending,
    underNewKey: (draft: Draft): Draft => ({ ...draft, idempotencyKey: newIdempotencyKey() }),
    reset: () => {
      recording.reset()
      setRefused({})
    },
  }
}

/** Explains that a choice has disappeared since it was made; for other errors, uses the server's words. */
function changedWords(
  field: string,
  words: string,
  draft: Draft,
  { assay, group }: { assay: AssayListItem | undefined; group: string },
): string {
  if (words !== t('rules:unknownReference')) return words
  const values = {
    group,
    name: draft.subject === null ? '' : (subjectName(draft.subject) ?? ''),
    kit: assay?.name ?? '',
  }
  if (field === 'groupId' || field === 'organisationId') return t('recording:changed.place', values)
  if (field === 'subjectId') return t('recording:changed.subject', values)
  if (field === 'assayId') return t('recording:changed.kit', values)
  return field === 'deviceImageId' ? t('recording:changed.photo') : words
}

/** The step that holds a field; the server may report any field. */
export function stepOf(field: string): Step {
  const name = field.split('.')[0] ?? ''
  if (['organisationId', 'groupId'].includes(name)) return 'place'
  return name === 'subjectId' ? 'subject' : 'test'
}

/**
 * Translates a field name: the server and the schema name an analyte's result by its index, the form by the analyte.
 */
export function formField(field: string, assay: AssayListItem | undefined): string {
  const index = /^analyteResults(?:\.(\d+))?/.exec(field)
  if (!index) return field.split('.')[0] ?? field
  return `result.${assay?.analytes[Number(index[1] ?? 0)]?.id ?? ''}`
}
