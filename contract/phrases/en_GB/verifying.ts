/** Verifying a printed result, for readers who may know nothing of the subject besides the sheet. */
export const verifying = {
  title: 'Verify a printed result',
  intro: 'Check a printed test result against our records. Enter what the sheet says.',
  testIdHelp: 'At the top right of the sheet.',
  code: 'Verification code',
  codeHelp: '{{length}} letters and digits. Capitals, spaces and dashes do not matter.',
  count: '{{typed}} of {{length}} characters',
  submit: 'Verify result',
  refusedTitle: 'This does not agree with our records',
  refusedPerson:
    'Compare the test ID, the date of birth and the code with the sheet, and try again. If they are the same, ask whoever gave you the sheet for a new one.',
  refusedOther:
    'Compare the test ID and the code with the sheet, and try again. If they are the same, ask whoever gave you the sheet for a new one.',
  failed:
    'We could not verify the result because of a problem on our side. What you typed is still here: try again in a moment.',
  recordedTitle: 'This sheet belongs to a record of ours',
  recordedText:
    'Compare the sheet with what is recorded, shown below. A sheet that says something else has been altered.',
  correctedTitle: 'This record was corrected',
  correctedText:
    'It was corrected on {{date}}. A sheet that was printed before then may say something else. What counts is what is recorded now, shown below.',
  voidedTitle: 'This record was voided',
  voidedText: 'It was voided on {{date}}. The result no longer counts, whatever the sheet says.',
  outcome: 'Outcome of all tests',
  voidedResult: 'Voided result',
  another: 'Verify another result',
} as const
