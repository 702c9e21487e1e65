/** Reading the code on a kit instead of typing its lot: with a camera, a scanner, or typed. */
export const kitScan = {
  title: 'Scan the kit',
  video: 'Picture of the camera',
  'camera.starting': 'Starting the camera',
  'camera.on': 'Hold the code on the box or the pouch in front of the camera.',
  'camera.insecure':
    'The camera only works when this page is opened with https. Type the code instead, or use a scanner.',
  'camera.refused':
    'Your browser does not let this page use the camera. Allow it in the site settings, or type the code instead.',
  'camera.missing': 'No camera was found. Type the code instead, or use a scanner.',
  'camera.failed':
    'The camera could not be used: perhaps another program has it. Type the code instead, or close the other program and try again.',
  code: 'Code',
  codeHelp: 'With its numbers in brackets, as it is printed below the bars',
  use: 'Use this code',
  'filled.kitLotExpiry': 'Filled in from the code: {{kit}}, lot {{lot}}, expires {{expiry}}.',
  'filled.kitLot': 'Filled in from the code: {{kit}}, lot {{lot}}. It does not say when the lot expires.',
  'filled.kitExpiry': 'Filled in from the code: {{kit}}, expires {{expiry}}. It does not say the lot.',
  'filled.kit': 'This is {{kit}}. The code says no more: type the lot and its expiry date.',
  'filled.kitAlone': 'This is {{kit}}. The code says no more.',
  'filled.lotExpiry': 'Filled in from the code: lot {{lot}}, expires {{expiry}}. It does not say which kit it is.',
  'filled.lot': 'Filled in from the code: lot {{lot}}. It does not say which kit it is, or when the lot expires.',
  'filled.expiry': 'Filled in from the code: expires {{expiry}}. It does not say which kit it is, or the lot.',
  'also.guessed': 'The code does not say where the lot ends. Check the lot and its expiry date against the box.',
  'also.lotKept': 'Lot {{lot}} is still entered: check it against the box.',
  'also.lotRemoved': 'Lot {{lot}} was removed, because it came from another box.',
  'also.result': 'Choose the result again: the one before was for another kit.',
  'refused.unreadable':
    'This code could not be read: part of it is missing or wrong. Nothing was changed. Scan it again, or type the lot.',
  'refused.hibc':
    'This is an HIBC code, which cannot be read here. Nothing was changed. Type the lot and its expiry date from the box.',
  'refused.notOffered': 'This is the code of {{kit}}, which {{organisation}} does not use. Nothing was changed.',
  'refused.otherProduct':
    'This is the code of another product (GTIN {{gtin}}), not of a kit that is used here. Nothing was changed.',
  'refused.noCode': 'This is not the code of a kit. Nothing was changed.',
  'maybe.otherProduct':
    'This looks like the code of another product, not like a lot. Check that it is the lot before you go on.',
  'maybe.more':
    'This may contain more than the lot, such as an expiry date. Check it against the box, and delete what is not part of the lot.',
  'refused.noPlace': 'Choose the place first, then scan the kit again. Nothing was changed.',
  'refused.noField': 'The kit for this test cannot be changed, so the code was not used.',
  'refused.noLot': 'The code contains neither a lot nor an expiry date. Nothing was changed.',
  'corrected.lotExpiry': 'Filled in from the code: lot {{lot}}, expires {{expiry}}.',
  'corrected.lot': 'Filled in from the code: lot {{lot}}. It does not say when the lot expires.',
  'corrected.expiry': 'Filled in from the code: expires {{expiry}}. It does not say the lot.',
  keptForNext: 'The kit you scanned will be filled in when you record the next test.',
} as const
