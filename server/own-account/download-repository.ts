import { sql, type SqlBool } from 'kysely'
import { isHeldBack } from '../access/actor-predicate.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import type { ActorScope } from '../access/scope.ts'
import { contentColumns } from '../test-records/columns.ts'

/** Rows per page of lists that may be long. */
export const downloadPage = 500

/** Finds the actor's data of which there are few rows, without hashes and without anybody else's data. */
export async function findOwnData({ db, actor }: ActorScope) {
  const account = await db
    .selectFrom('users as u')
    .leftJoin('organisations as o', 'o.id', 'u.organisation_id')
    .where('u.id', '=', actor.id)
    .select([
      'u.id',
      'u.email',
      'u.email_verified_at as emailVerifiedAt',
      'u.pending_email as pendingEmail',
      'u.full_name as fullName',
      'u.user_type as userType',
      'o.name as organisation',
      'u.lang',
      'u.date_of_birth as dateOfBirth',
      'u.country',
      'u.mobile',
      'u.created_at as createdAt',
      'u.invited_at as invitedAt',
      'u.last_login_at as lastLoginAt',
      'u.password_changed_at as passwordChangedAt',
      'u.terms_accepted_version as termsAcceptedVersion',
      'u.terms_accepted_at as termsAcceptedAt',
    ])
    .executeTakeFirstOrThrow()
  const groups = await db
    .selectFrom('user_groups as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where('m.user_id', '=', actor.id)
    .select(['g.id', 'g.name'])
    .orderBy('g.id')
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .where('user_id', '=', actor.id)
    .select(['id', 'created_at as startedAt', 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
    .orderBy('id')
    .execute()
  const invites = await db
    .selectFrom('invites as v')
    .innerJoin('groups as g', 'g.id', 'v.group_id')
    .innerJoin('organisations as o', 'o.id', 'v.organisation_id')
    .where((where) =>
      where.or([
        where('v.user_id', '=', actor.id),
        where('v.email_key', '=', sql<string>`lower(${actor.email}::text)`),
      ]),
    )
    .select([
      'v.id',
      'v.email',
      'v.mobile',
      'v.lang',
      'v.state',
      'o.name as organisation',
      'g.name as group',
      'v.sent_at as sentAt',
      'v.expires_at as expiresAt',
      'v.redeemed_at as redeemedAt',
      'v.revoked_at as revokedAt',
    ])
    .orderBy('v.id')
    .execute()
  const subjects = await db
    .selectFrom('subjects as s')
    .innerJoin('groups as g', 'g.id', 's.group_id')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .where('s.user_id', '=', actor.id)
    .select([
      's.id',
      'o.name as organisation',
      'g.name as group',
      'i.email',
      'i.date_of_birth as dateOfBirth',
      'i.first_name as firstName',
      'i.last_name as lastName',
      'i.local_id as localId',
      's.created_at as createdAt',
    ])
    .orderBy('s.id')
    .execute()
  const mergedSubjects = await db
    .selectFrom('merged_subjects as f')
    .innerJoin('subjects as s', 's.id', 'f.subject_id')
    .where('s.user_id', '=', actor.id)
    .select(['f.subject_id as mergedInto', 'f.email', 'f.date_of_birth as dateOfBirth', 'f.local_id as localId'])
    .select(['f.first_name as firstName', 'f.last_name as lastName', 'f.nhs_number as nhsNumber'])
    .orderBy('f.id')
    .execute()
  // The content of a draft is about somebody else, so only its times are included.
  const testDrafts = await db
    .selectFrom('test_drafts')
    .where('user_id', '=', actor.id)
    .select(['started_at as startedAt', 'kept_at as keptAt'])
    .execute()
  const readingDrafts = await db
    .selectFrom('test_run_drafts')
    .where('user_id', '=', actor.id)
    .select('kept_at as keptAt')
    .orderBy('kept_at')
    .execute()
  return { account, groups, sessions, invites, subjects, mergedSubjects, testDrafts, readingDrafts }
}

/**
 * Reads a page of the test records of the actor's own subjects that are not held back, by id. The names in them are looked up by key, as in
 * `recordsWithNames`.
 */
export async function listOwnRecords(scope: ActorScope, after: string | undefined) {
  return scope.db
    .selectFrom('test_records as r')
    .innerJoinLateral(
      byKey(scope, 'assay_versions', 'a', { assay_id: 'r.assay_id', version: 'r.assay_version' }),
      onTrue,
    )
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 'r.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 'r.group_id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'record_origins', 'f', { id: 'r.origin_id' }), onTrue)
    .where('r.subject_id', 'in', (query) =>
      query.selectFrom('subjects').where('user_id', '=', scope.actor.id).select('id'),
    )
    .where(sql<SqlBool>`not ${isHeldBack(scope, 'r.id')}`)
    .$if(after !== undefined, (query) => query.where('r.id', '>', after ?? ''))
    .select([
      'r.id',
      'r.test_id as testId',
      'r.subject_id as subjectId',
      'a.name as assay',
      'r.result',
      'r.analyte_results as analyteResults',
      'r.state',
      'r.performed_at as performedAt',
      'r.performed_zone as performedZone',
      'r.recorded_at as recordedAt',
      'o.name as organisation',
      'g.name as group',
      ...contentColumns.selectedAsFields,
      'r.read_at as readAt',
      'r.reading',
      'r.reading_reason as readingReason',
      'r.origin',
      'f.name as source',
      'r.source_recorded_by as sourceRecordedBy',
    ])
    .orderBy('r.id')
    .limit(downloadPage)
    .execute()
}

/** Reads a page of the messages to the actor, sent or waiting. */
export async function listOwnMessages({ db, actor }: ActorScope, after: string | undefined) {
  return db
    .selectFrom('messages')
    .where('user_id', '=', actor.id)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .select(['id', 'template', 'channel', 'state', 'created_at as createdAt', 'sent_at as sentAt'])
    .orderBy('id')
    .limit(downloadPage)
    .execute()
}

/** Reads a page of the actor's audit events. */
export async function listOwnEvents({ db, actor }: ActorScope, after: string | undefined) {
  return db
    .selectFrom('audit_events')
    .where('actor_id', '=', actor.id)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .select(['id', 'action', 'outcome', 'occurred_at as at'])
    .orderBy('id')
    .limit(downloadPage)
    .execute()
}
