/** What a test may be recorded with besides its result: where it was done, and a photo of the device. */
export const recordingDetails = {
  'location.use': 'Use my location',
  'location.finding': 'Finding your location',
  'location.found': 'Coordinates added: {{latitude}}, {{longitude}}',
  'location.remove': 'Remove coordinates',
  'location.denied':
    'Your browser blocked access to your location. Allow it in the site settings, or describe the place above.',
  'location.unavailable':
    'Your location could not be found. Describe the place above instead; coordinates are optional.',
  'photo.label': 'Photo of the device',
  'photo.help': 'JPEG or PNG, at most 10 MB',
  'photo.take': 'Take photo',
  'photo.choose': 'Choose photo',
  'photo.uploading': 'Uploading {{percent}} %',
  'photo.progress': 'Upload of the photo',
  'photo.preview': 'Preview of the photo',
  'photo.attached': 'Photo added: {{name}}',
  'photo.remove': 'Remove photo',
  'photo.retry': 'Try again',
  'photo.cancel': 'Cancel upload',
  'photo.failed': 'The photo could not be uploaded. It is still here: try again.',
} as const
