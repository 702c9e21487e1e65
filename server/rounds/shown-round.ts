import type { Round, RoundRow } from '../../contract/rounds/round.ts'
import type { RosterPerson } from '../../contract/rounds/starting.ts'
import type { Locale } from '../../contract/locales.ts'
import { can } from '../../contract/permissions/can.ts'
import type { ActorScope } from '../access/scope.ts'
import type { FieldFailure } from '../platform/failure.ts'
import { keyOfRule, wordsIn } from '../platform/phrases.ts'
import { toSubject } from '../subjects/service.ts'
import type { FoundRound } from './repository.ts'
import type { NamedRow, RosterRow } from './rows-repository.ts'

export function toRound(row: FoundRound): Round {
  return {
    id: row.id,
    state: row.state,
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    assay: {
      id: row.assay_id,
      name: row.assay_name,
      version: row.assay_version,
      analytes: row.analytes.map(({ id, name }) => ({ id, name })),
      offeredResults: row.offered_results,
      imageRequired: row.image_required,
      readFromMinutes: row.read_from_minutes,
      readUntilMinutes: row.read_until_minutes,
    },
    specimen: row.specimen,
    lot: row.lot,
    lotExpiry: row.lot_expiry,
    location: row.location,
    zone: row.zone,
    timing: row.timing,
    revision: Number(row.revision),
    startedAt: row.started_at.toISOString(),
    startedBy: { id: row.started_by, name: row.started_by_name },
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by === null ? null : { id: row.ended_by, name: row.ended_by_name ?? '' },
    people: row.people,
    entered: row.entered,
  }
}

/** Converts a row as its reader sees it: with those details that the tenant keeps. */
export function toRow(scope: ActorScope, groupId: string, row: NamedRow): RoundRow {
  return {
    subjectId: row.row_id,
    ...toRosterPerson(scope, groupId, row),
    revision: Number(row.revision),
    isRemoved: row.is_removed,
    appliedAt: row.applied_at?.toISOString() ?? null,
    entry:
      row.outcome === null
        ? null
        : {
            outcome: row.outcome,
            reason: row.reason,
            analyteResults: row.analyte_results ?? [],
            deviceImageId: row.device_image_id,
            note: row.note,
          },
    enteredBy: row.entered_by === null ? null : { id: row.entered_by, name: row.entered_by_name ?? '' },
    enteredAt: row.entered_at?.toISOString() ?? null,
    testRecordId: row.test_record_id,
    failure: row.failure === null ? null : sayFailures(scope.locale, row.failure),
  }
}

/** Converts somebody of a group as their reader sees them: with those details that the tenant keeps, and with the last result if they may see tests. */
export function toRosterPerson({ tenant, actor }: ActorScope, groupId: string, row: RosterRow): RosterPerson {
  const subject = toSubject(row)
  const kept = (kind: 'unit' | 'role') => tenant.subjectDetails.includes(kind)
  return {
    subject: subject.groupId === null ? subject : { ...subject, groupId },
    unit: kept('unit') ? row.unit : null,
    room: kept('unit') ? row.room : null,
    role: kept('role') ? row.role : null,
    last:
      row.last_result === null || row.last_at === null || !can({ ...actor, features: tenant.features }, 'view-tests')
        ? null
        : { result: row.last_result, performedAt: row.last_at.toISOString() },
  }
}

/** Says what is wrong in one text, in the reader's language. */
export function sayFailures(locale: Locale, failures: readonly FieldFailure[]): string {
  const t = wordsIn(locale)
  return failures.map(({ phrase, values }) => t(keyOfRule(phrase), values)).join(' ')
}
