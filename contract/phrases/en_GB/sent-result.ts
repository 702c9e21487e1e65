/** The texts for the recipient of a result, before and after their date of birth has opened it. */
export const sentResult = {
  title: 'Open the result',
  intro: 'It is a result that {{tenant}} sent. The date of birth of the person who was tested opens it.',
  submit: 'Open result',
  refusedTitle: 'The result did not open',
  refusedText:
    'Check the date of birth. If it is right, the link may have expired or been replaced by a newer one, or it was locked after {{deliveryTries}} wrong dates. Ask {{tenant}} to send the result again.',
  failed:
    'We could not open the result because of a problem on our side. What you typed is still here: try again in a moment.',
  missingTitle: 'Open the link in your message',
  missingText:
    'A result opens by the link that was sent. Go back to the email or text message, and open its link again.',
  positive: 'The test was positive',
  negative: 'The test was negative',
  inconclusive: 'The test gave no clear result',
  invalid: 'The test did not work',
  of: 'From {{tenant}}',
  corrected: 'This result was corrected on {{date}}. What you see here is what counts.',
  voidedTitle: 'This result does not count',
  voidedText:
    'It was withdrawn on {{date}}. Do not rely on what it said. Ask {{tenant}} whether the test should be repeated.',
  lines: 'Each result',
  details: 'About the test',
  outcome: 'What all tests say together: {{outcome}}',
  followUpOn: 'This was one of several tests. Please test again on {{day}}.',
  next: 'What to do next',
  nextText:
    'If you have questions, contact {{tenant}} and say the test ID. They can also tell you whether to test again.',
  call: 'Call {{place}}:',
  print: 'Print',
  close: 'Close the result',
} as const
