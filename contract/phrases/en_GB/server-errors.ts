/** Texts for the error codes that only the server says (from spec §8 where it fixes them). */
export const serverErrors = {
  'access-suspended':
    'You were logged out because your account or your organisation was suspended. Ask your administrator. A test that you had begun to record is kept for you for {{draftTime}}.',
  'wrong-credentials': 'The email or password is incorrect.',
  'csrf-mismatch': 'Your session was renewed. Try again.',
  'foreign-origin': 'This request came from another site and was refused.',
  'email-unverified': 'Verify your email address before you log in.',
  'password-update-required': 'Your password must be updated before you log in.',
  'account-suspended':
    'Your account is suspended, so you cannot log in. Nothing has been deleted: ask your administrator.',
  'organisation-suspended':
    'Your organisation is suspended, so nobody in it can log in. Nothing has been deleted: ask your administrator.',
  'tenant-suspended': 'This service is suspended: nobody can log in.',
  'entry-not-granted': 'This tenant has to let you in first. Ask for it, with your reason.',
  'entry-read-only': 'You are reading a tenant’s records and cannot change anything. Leave them first.',
  'self-registration-disabled': 'You cannot create an account here. Ask your clinic for an invite.',
  'invites-disabled': 'Patient invites are switched off here.',
  'link-invalid':
    'This link no longer works: it has been used, was replaced by a newer one, or has expired. Ask for a new one.',
  'not-acceptable': 'This is served as JSON alone.',
  'method-not-allowed': 'This address does not accept this kind of request.',
  'other-session':
    'Somebody else has logged in using this browser. What you typed was not saved. Log in again to continue as yourself.',
  duplicate: 'This already exists.',
  'may-be-two':
    'These may be two people, because what is known of them differs. Check it, and say that they are one person if they are.',
  'not-possible':
    'This has changed in the meantime, so it is no longer possible. Reload the page to see how it is now.',
  'own-reading': 'You read this test first. Somebody else has to read it a second time.',
  'read-twice': 'Somebody else has read this test a second time. There is nothing left to do.',
  'timer-required':
    'This test kit needs the timer: say that the sample was applied, and record the result when it can be read.',
  'test-run-finished': 'The result of this test has been recorded in the meantime. Look for it in the list of tests.',
  'test-run-cancelled': 'This test was cancelled in the meantime. If it counts after all, record it as a new test.',
  'test-set-moved':
    'Somebody has gone on with this set of tests in the meantime, so this test is not the next one. Open the set to see what is next.',
  'result-held-back':
    'This test is one of a set that has no outcome yet. Its result stays with the staff until then, because a single test is no finding.',
  'round-ended':
    'This round has ended in the meantime, so nothing more can be entered. Record what is missing as single tests.',
  'last-administrator':
    'This is the last administrator who can log in. Make somebody else an administrator, wait until they have logged in, and try again.',
  'idempotency-key-reused': 'This request was already used for something else. Reload the page and try again.',
  'stale-version': 'Somebody else has changed this in the meantime. Reload to see their change.',
  'too-large': 'This is too large to send.',
  'unsupported-media-type': 'This kind of content is not accepted.',
  validation: 'Some of what you entered needs correcting.',
  'version-missing': 'The version of what is being changed is missing.',
  'too-many-attempts': 'Too many attempts. Wait a few minutes and try again.',
  'sending-limit': 'No more messages can be sent for now. Nothing was sent or changed. Try again later.',
  'export-queued': 'Other exports are running. Yours starts when it is its turn.',
} as const
