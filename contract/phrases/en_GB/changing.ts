/** Correcting and voiding a test record, and the history of its changes. */
export const changing = {
  'correct.intro': 'What the record says now is kept: its history will show both, with your name and your reason.',
  'correct.now': 'It says now',
  'correct.then': 'It will say',
  'correct.more': 'Something else was wrong',
  'correct.submit': 'Save correction',
  'correct.updated': 'Test record updated',
  'correct.enterAgain': 'Not saved yet: that Enter may have been a scanner’s. Press it again to save.',
  'correct.failed': 'The correction could not be saved. What you typed is still here: try again in a minute.',
  'correct.nothing': 'Nothing has been changed yet. Correct what is wrong, then save.',
  'correct.kept':
    'The place and the device stay as they are. If one of them is wrong, void this record and record the test again.',
  why: 'Why are you correcting it?',
  choose: 'Choose a reason',
  changeNote: 'Note about the change',
  'subject.other': 'It was somebody else',
  'subject.search': 'Email, name or local ID of the right person',
  'subject.searchIds': 'IDs of the right one',
  'subject.keep': 'Leave it with {{name}}',
  'subject.moved':
    'This test will be taken from {{from}} and given to {{to}}. The history of both says so. Check name and birth date.',
  'subject.elsewhere':
    '{{name}} is not known in this group, so a test made here cannot be theirs. Record a test of them here first, or void this record.',
  'subject.none': 'Nobody of your groups begins with this.',
  'subject.failed': 'The search did not work. Try again in a minute.',
  'subject.unseen': 'Somebody whom you do not see',
  'void.intro':
    'A voided test is no longer counted anywhere. It stays in the list behind a filter, struck through, with your reason. If only a detail is wrong, correct the record instead.',
  'void.noWayBack': 'There is no way back: a voided record can be neither restored nor corrected.',
  'void.keep': 'Cancel',
  'void.submit': 'Void record',
  'void.voided': 'Test record voided',
  'void.failed': 'The test could not be voided. Try again in a minute.',
  'history.title': 'History',
  'history.by': '{{reason}}, by {{name}}',
  'history.none': 'Nothing was changed since it was recorded.',
  'history.photo': 'a photo',
} as const
