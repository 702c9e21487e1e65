import { allBut, ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listOutbreaks: () => ({ query: { per_page: '100' } }),
    getOutbreak: ({ outbreakId }) => ({ params: { id: outbreakId } }),
    closeOutbreak: ({ spareOutbreakId }) => ({ params: { id: spareOutbreakId }, body: { note: 'A faulty lot' } }),
    exportOutbreak: ({ outbreakId }) => ({ params: { id: outbreakId } }),
    printOutbreak: ({ outbreakId }) => ({ params: { id: outbreakId } }),
    getOutbreakRules: () => ({}),
    changeOutbreakRules: () => ({
      body: {
        isOn: true,
        positives: 3,
        withinHours: 72,
        countedBy: 'group',
        daysSarsCov2: 28,
        daysOther: 14,
        testEveryDays: 7,
      },
    }),
    changeOutbreakMail: () => ({ body: { isMailed: true } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listOutbreaks: [401, 200, 200, 200, 200, 200, 200, 403],
    getOutbreak: [401, 404, 200, 200, 200, 200, 200, 403],
    // The first of them closes it.
    closeOutbreak: [401, 404, 200, 409, 409, 403, 403, 403],
    exportOutbreak: [401, 404, 200, 200, 200, 200, 403, 403],
    printOutbreak: [401, 404, 204, 204, 204, 204, 403, 403],
    getOutbreakRules: [401, 200, 200, 200, 200, 200, 200, 403],
    changeOutbreakRules: [401, 403, 200, 403, 403, 403, 403, 403],
    changeOutbreakMail: [401, 200, 200, 200, 200, 200, 200, 403],
  },
  refusedTypes: {
    changeOutbreakRules: allBut('tenant'),
    listOutbreaks: ['patient'],
    getOutbreak: ['patient'],
    closeOutbreak: ['patient'],
    exportOutbreak: ['patient'],
    printOutbreak: ['patient'],
    getOutbreakRules: ['patient'],
    changeOutbreakMail: ['patient'],
  },
  notOfPlaces: ['getOutbreakRules', 'changeOutbreakRules', 'changeOutbreakMail'],
  namesNothing: {
    listOutbreaks: 'lists what its caller sees, and is asked for nothing',
    getOutbreakRules: ofTheTenant,
    changeOutbreakRules: ofTheTenant,
    changeOutbreakMail: ofTheTenant,
  },
}
