/** The messages of fields that break a rule which only the server can check. */
export const serverRules = {
  afterReading: 'The test cannot be later than it was read',
  testBeforeBirth:
    'This person has a test that was performed before this date of birth. Check the date, or correct or void that test first.',
  mergeBeforeBirth:
    'One of the two has a test that was performed before the date of birth that would be kept. Correct the date or the test first.',
  analytesComplete: 'Choose a result for each line of the test',
  imagePixels: 'The photo has more than {{imageMegapixels}} megapixels. Choose a smaller one.',
  imageSide: 'The photo is more than {{imageSide}} pixels wide or high. Choose a smaller one.',
  importTooLarge: 'The file is too large. Split it, or send it as a ZIP.',
  importsFull:
    '{{files}} files wait here to be imported, with {{megabytes}} MB in all, and there is no room for more. Import or cancel some, or send this one after {{until}}, when the oldest is removed.',
  importTooSlow:
    'The file arrived too slowly, and others wait to send theirs. Send it as a ZIP or from a faster connection. You can try again now.',
  imageAnimated: 'This is an animation. Choose a still photo.',
  imageUnreadable: 'The photo could not be read. Take it again, or choose another one.',
  picturePixels: 'The picture has more than {{imageMegapixels}} megapixels. Choose a smaller one.',
  pictureSide: 'The picture is more than {{imageSide}} pixels wide or high. Choose a smaller one.',
  pictureAnimated: 'This is an animation. Choose a still picture.',
  pictureHeavy: 'This picture is too complex to process. Choose a simpler one, or save it as a smaller PNG.',
  logoActive: 'This SVG holds a program or refers to other files. Save it as a plain drawing, or as PNG.',
  logoPacked: 'This SVG is compressed (SVGZ). Save it as a plain SVG or as a PNG.',
  logoSquare: 'The icon must be as wide as it is high',
  wrongPassword: 'This is not your current password',
  notChosenPassword: 'This is not the password that was chosen',
  commonPassword: 'This password is too easy to guess. Choose another one.',
  passwordOfName: 'The password cannot contain your name, your email or the name of the organisation',
  tokensUsedUp: 'You have {{most}} tokens, which is as many as there can be. Revoke one that is not needed.',
  nameTaken: 'There is already one with this name. Choose another name.',
  emailOfSubject: 'Somebody else in the same group has this email',
  localIdOfSubject: 'Somebody else in the group has this local ID',
  slugTaken: 'This address is in use. Choose another one.',
  domainOfOurs: 'Addresses below this one are given by the system. Enter a domain of the tenant’s own.',
  operatorFeatures:
    'The operator’s own tenant cannot record tests, invite patients or let them register, so this cannot be changed',
  kindFixed: 'There are subjects already, so this cannot change any more',
  defaultStays: 'One test kit is always the default. Make another one the default instead.',
  retiredDefault: 'A retired test kit cannot be the default',
  assayRetired: 'This test kit was retired before the test was done. Choose another one.',
  suspendedPlace: 'This place is suspended, so tests cannot be recorded here',
} as const
