/** Imports of people and results from files: what is wrong with a file, and with its cells. */
export const imports = {
  'file.cellTooLong':
    'The file cannot be read: the cell in row {{value}} does not end. A quotation mark may be missing there.',
  'file.damaged': 'The file is damaged, or was not sent to its end. Save it again and send it once more.',
  'file.empty': 'The file has no rows below its headers.',
  'file.encrypted': 'The file has a password, or the old format .xls. Save it as CSV or XLSX without a password.',
  'file.headerTwice': 'Two columns have the header “{{value}}”. Rename one of them, or delete it.',
  'file.noRoom':
    'There is no room for the rows of this file. Import or cancel other files, and send this one once more.',
  'file.notATable': 'This is no table. Choose a CSV or XLSX file, or a ZIP of one.',
  'file.otherProgram': 'This is a file of {{value}}. Open it there, save or export it as CSV or XLSX, and send that.',
  'file.packedTwice': 'The ZIP contains another ZIP. Unpack it, and send the file inside.',
  'file.severalFiles': 'The ZIP contains several files. Send them one by one.',
  'file.tooHeavy': 'The file takes too much time or memory to read. Split it, or save it as CSV.',
  'file.tooLarge': 'The file unpacks to more than can be read. Split it into smaller ones.',
  'file.tooManyColumns': 'The file has more than {{value}} columns. Delete those that are not needed.',
  'file.tooManyRows': 'The file has more than {{value}} rows. Split it into smaller ones.',
  'problem.beforeBirth': 'The test cannot be before the date of birth',
  'problem.choice': 'This word is not known here',
  'problem.code': 'This is no LOINC code',
  'problem.contradicts': 'Row {{value}} tells of another result of the same test. Delete the one that is wrong.',
  'problem.date': 'There is no such date',
  'problem.dateInFuture': 'The date cannot be later than today',
  'problem.dateOrder':
    'There is no such date in the order that the file is read with. Change the order for the whole file, or write the month of this date as a word.',
  'problem.dateTooOld': 'The date must be after {{oldestAge}} ago',
  'problem.dateUnread':
    'This cannot be read as a date. Write the day, the month as a word and the year with four digits.',
  'problem.dateWithTime':
    'A time stands behind this date, so it may be the day before or after in another time zone. Write the day alone.',
  'problem.dayUnclear':
    'It is unclear which date this is, because it can be read as several days. Answer under “Questions about it” how dates are written, or correct the date.',
  'problem.email': 'This is no email address',
  'problem.formula': 'This is a formula. Replace it with its value.',
  'problem.hiddenCharacters': 'This contains characters that cannot be shown. Type the text again.',
  'problem.hiddenRow':
    'This row is hidden in the workbook, so it may not belong to the list. It is left out while it waits: take it only if it belongs there.',
  'problem.instruction': 'This looks like an instruction or an example, not like data of somebody',
  'problem.otherDate': 'Another column of this row has another date or time',
  'problem.phone': 'This is no telephone number',
  'problem.postcode': 'This is no postcode of the country of the address',
  'problem.oneName':
    'This row has one name only. Answer under “Questions about it” whether these people have one name.',
  'problem.removed':
    'This result was marked as an error where it comes from. Answer under “Questions about it” what becomes of such results.',
  'problem.required': 'This is missing: {{value}}',
  'problem.result': 'This is no result that is known here',
  'problem.skippedHour': 'This time did not exist on this date, because the clocks went forward',
  'problem.state': 'There is no such state',
  'problem.time': 'This is no date with a time',
  'problem.timeInFuture': 'The test cannot be in the future',
  'problem.tooFewCells': 'The row has fewer cells than there are headers',
  'problem.tooLong': 'This has more than {{value}} characters',
  'problem.tooManyAlike':
    'More than {{value}} rows have this person, time and device. Give each test its own time, or delete rows that repeat others.',
  'problem.tooManyCells': 'The row has more cells than there are headers',
  'problem.undetermined': 'This result may mean two things. Answer under “Questions about it” what such results are.',
  'problem.country': 'This country is not known here',
  'problem.countryMissing': 'Say which country this address is in: its postcode may be of several',
  'problem.nhsNumber': 'This is no NHS number: a digit may be wrong',
  'problem.phoneOfSeveral': 'This number may be of several countries. Begin it with + and the code of its country.',
  'problem.phoneWords': 'There are words beside the number. Without them it is {{value}}.',
  'problem.addressAbroad': 'Left out: addresses of this country are not kept here',
  'problem.addressLeftOut': 'Left out: an address needs its street and its postcode',
  'problem.emailsLeftOut': 'Left out: {{value}}, because a person has one email here',
  'problem.leftOut': 'Left out: this is not kept here',
  'problem.mergedInto': 'This also identifies {{name}}, born {{date}}, since two people were merged',
  'problem.mergedIntoUndated': 'This also identifies {{name}}, since two people were merged',
  'problem.otherThanBefore': 'Left out: an earlier row of the same person says something else, and counts',
  'problem.otherThanKept':
    'Left out: an earlier row of the same person says something else, and this is kept: {{kept}}',
  'problem.notMobile': 'This is no mobile number. It is not kept as a mobile.',
  'problem.notLandline': 'This is a mobile number. It is kept as a mobile.',
  'problem.phoneLeftOut': 'Left out: your countries have no such telephone number',
  'problem.placesLeftOut':
    'Left out: {{value}}, because a row adds a person to one group. Other groups can be added on the person’s page.',
  'problem.zerosAdded': 'Read as {{value}}: a spreadsheet takes off the first zeros',
  'problem.yearStillUnclear': 'Two digits do not tell which year this is: {{value}}. Write the year with four digits.',
  'problem.yearUnclear':
    'Two digits do not tell which year this is: {{value}}. Write the year with four digits, or answer for the whole file.',
  'problem.differs':
    'The test was imported before, and its record says something else. Correct it where it is recorded.',
  'problem.differsRemoved':
    'The file says that this test was an error, and its record here still counts. Check it, and void it where it is recorded if it was one.',
  'problem.emailNeeded':
    'People are identified by their email here, and the row has none. Add the emails to the file. Or an administrator can let people be identified by first and last name, under “Your tenant”, “Subjects and features”.',
  'problem.emailOfRow': 'Row {{value}}, {{name}}, born on {{date}}, has this email, too',
  'problem.localIdOfRow':
    'Row {{value}}, {{name}}, born on {{date}}, has this local ID, too. If the ID or the name is wrong, correct it; if both have this ID, say so.',
  'problem.nhsNumberOfRow':
    'Row {{value}}, {{name}}, born on {{date}}, has this NHS number, too, which is one person’s. Correct the number or the name in one of the two rows.',
  'problem.born': '{{name}}, born on {{date}},',
  'problem.emailOfKnown': '{{who}} has this email in this group',
  'problem.localIdOfKnown':
    '{{who}} has this local ID. If the ID or the name is wrong, correct it; if both have this ID, say so.',
  'problem.nhsNumberOfKnown': '{{who}} has this NHS number, which is one person’s. Correct the number or the name.',
  'problem.emailOfAnother': 'Somebody else in this group has this email',
  'problem.notAllowed': 'Whoever started the import may not import any more',
  'problem.groupOutOfReach': 'You cannot import into the group of this facility any more',
  'problem.groupSuspended': 'The group of this facility is suspended',
  'problem.kitRetired': 'The kit was retired before this test',
  'problem.linesMissing': 'The kit has more lines than the file has results of this test',
  'problem.linesUnlike': 'The lines of this test belong to different kits',
  'problem.localIdOfAnother':
    'Somebody with another name or date of birth has this local ID. If the ID or the name is wrong, correct it; if both have this ID, say so.',
  'problem.mayBeTwo':
    'May be two people. Somebody with this name and date of birth is known here. What differs: {{differs}}.',
  'problem.mayBeTwoKnown':
    'May be two people. Somebody with this name and date of birth is known here: {{known}}. What differs: {{differs}}.',
  'problem.mayBeTwoInFile':
    'May be two people. Row {{value}} has the same name and date of birth. What differs: {{differs}}.',
  'problem.nhsNumberOfAnother':
    'Somebody with another name or date of birth has this NHS number, which is one person’s. Correct the number or the name.',
  'problem.noGroup': 'Choose the group that this row belongs to',
  'problem.noKit': 'Choose the kit with which this test was done',
  'problem.otherRowWaits':
    'Row {{value}} is of the same test and waits. Correct it first, because the test is recorded as a whole.',
  'problem.personUncertain':
    'Somebody with this name and date of birth is known, and nothing tells whether they are the same person',
  'problem.removedInPart':
    'The file calls one line of this test an error and the others right. Correct the rows, so that all of them say the same.',
  'problem.resultNotOffered': 'The kit does not offer this result',
  'problem.whichPerson':
    'Several people have this name and date of birth, and the row does not tell which of them it is. Add what tells them apart, such as the middle name or the local ID.',
  'field.condition': 'disease',
  'field.dateOfBirth': 'date of birth',
  'field.deviceModel': 'test kit',
  'field.firstName': 'first name',
  'field.guardianName': 'name of the guardian',
  'field.lastName': 'last name',
  'field.orderedAt': 'date of the test',
  'field.performedAt': 'date of the test',
  'field.postcode': 'postcode',
  'field.state': 'state',
  'field.testCode': 'LOINC code',
  'said.specimen': 'Specimen: {{value}}',
  'said.symptoms': 'Symptoms: {{value}}',
  'said.onset': 'Symptoms since {{value}}',
  'wrongRows.line': 'Line',
  'wrongRows.problems': 'What is wrong',
} as const
