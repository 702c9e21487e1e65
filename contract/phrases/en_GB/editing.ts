/** The texts of every form that changes stored data. */
export const editing = {
  gone: 'This cannot be saved: it no longer exists, or you may no longer see it. What you typed is still here.',
  'gone.title': 'This is no longer there',
  'gone.text': 'It was removed or merged in the meantime, or you may no longer see it.',
  'gone.back': 'Back to the list',
  refused: 'This cannot be opened',
  'news.title': 'This has changed in the meantime',
  'news.taken': 'Changed, and already in the form: {{fields}}.',
  'news.clashing': 'Changed by you as well: {{fields}}. Choose which to keep.',
  'news.kept': 'What you typed is still here and has not been saved yet. Check the form, then save again.',
  'news.again':
    'Nothing has been done yet, and what you entered is still here. Check what is shown now, then choose “{{submit}}” again.',
  'clash.legend': '{{field}}: which one should stay?',
  'clash.mine': 'Keep yours:',
  'clash.theirs': 'Take what was saved in the meantime:',
  'clash.choose': 'Choose which one to keep',
  'leave.title': 'Leave without saving?',
  'leave.text': 'What you typed has not been saved and will be lost.',
  'leave.stay': 'Stay here',
  'leave.leave': 'Leave without saving',
} as const
