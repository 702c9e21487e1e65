/** Texts for the error codes that pages say themselves, too (from spec §8 where it fixes them). */
export const errors = {
  'bad-request':
    'Sorry, the request sent by your browser was somehow malformed and so the server was unable to understand it.',
  unauthenticated: 'Log in to continue.',
  forbidden:
    "You don't appear to have the necessary permissions to access the page or resource you requested on this server.",
  internal:
    "Sorry, a server or network error was encountered and your request couldn't be completed. Please reload this page now, or try again later.",
  unavailable: 'The service is not available right now. Nothing was lost: try again in a minute.',
  'entry-ended': 'Your access to these records has ended.',
  'no-permission-for-web':
    'Your account type does not have permission to access the service via the web. If you believe this is incorrect, please contact your administrator.',
  'clinician-testing-disabled': 'Recording tests is switched off for clinicians. Contact your administrator.',
  'test-creation-disabled': 'Recording tests on the web is switched off. Use the mobile app.',
  'code-invalid':
    'This invite code does not work: it may be mistyped, already used, replaced by a newer one, or expired. Check it, or ask your clinic for a new invite.',
  'not-found':
    'The page or resource you requested was not found. It may have been moved or it no longer exists on the system.',
  'email-not-found':
    'Email not found. Edit the email address you entered or create a new test subject to associate with this test record.',
  'custom-id-not-found':
    'Custom ID not found. Edit the custom IDs you entered or create a new test subject to associate with this test record.',
  'name-not-found':
    'Nobody with this name and date of birth was found. Edit what you entered or create a new test subject to associate with this test record.',
  'entered-elsewhere':
    'You have entered or left a tenant’s records in another tab. Nothing was changed here: this page was loaded again.',
  'record-voided':
    'This test record was voided, so it cannot be changed any more. If the test counts after all, record it again.',
  'readings-settled': 'Somebody has settled these readings. Reload to see how.',
} as const
