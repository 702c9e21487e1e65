import { next, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listRounds: () => ({}),
    listRoster: ({ groupId }) => ({ params: { id: groupId } }),
    startRound: ({ organisationId, groupId, assayId }) => ({
      body: { organisationId, groupId, assayId, zone: 'Europe/London', timing: 'none' },
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    getRound: ({ roundId }) => ({ params: { id: roundId } }),
    getRoundChanges: ({ roundId }) => ({ params: { id: roundId }, query: { after: '0' } }),
    sendRoundEntries: ({ roundId, subjectId }) => ({
      params: { id: roundId },
      body: {
        entries: [{ subjectId, base: 1, entry: { outcome: 'absent', reason: 'Away' }, at: new Date().toISOString() }],
      },
    }),
    startRoundTimers: ({ roundId, subjectId }) => ({ params: { id: roundId }, body: { subjectIds: [subjectId] } }),
    changeRoster: ({ roundId, subjectId }) => ({ params: { id: roundId }, body: { subjectId, isIn: true } }),
    findInvitee: ({ roundId, inviteCode }) => ({ params: { id: roundId }, body: { code: `${inviteCode}0000` } }),
    findInviteeOfGroup: ({ groupId, inviteCode }) => ({ params: { id: groupId }, body: { code: `${inviteCode}0000` } }),
    pauseRound: ({ roundId }) => ({ params: { id: roundId } }),
    resumeRound: ({ roundId }) => ({ params: { id: roundId } }),
    printRound: ({ roundId }) => ({ params: { id: roundId }, body: { kind: 'empty' } }),
    cancelRound: ({ spareRoundId }) => ({ params: { id: spareRoundId } }),
    finishRound: ({ finishedRoundId }) => ({ params: { id: finishedRoundId }, body: { revision: 1_000_000 } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listRounds: [401, 200, 200, 200, 200, 200, 200, 403],
    listRoster: [401, 404, 200, 200, 200, 200, 200, 403],
    startRound: [401, 422, 201, 201, 201, 201, 201, 403],
    getRound: [401, 404, 200, 200, 200, 200, 200, 403],
    getRoundChanges: [401, 404, 200, 200, 200, 200, 200, 403],
    sendRoundEntries: [401, 404, 200, 200, 200, 200, 200, 403],
    startRoundTimers: [401, 404, 200, 200, 200, 200, 200, 403],
    changeRoster: [401, 404, 200, 200, 200, 200, 200, 403],
    findInvitee: [401, 404, 200, 200, 200, 200, 200, 403],
    findInviteeOfGroup: [401, 404, 200, 200, 200, 200, 200, 403],
    pauseRound: [401, 404, 200, 200, 200, 200, 200, 403],
    resumeRound: [401, 404, 200, 200, 200, 200, 200, 403],
    printRound: [401, 404, 204, 204, 204, 204, 204, 403],
    cancelRound: [401, 404, 200, 200, 200, 200, 200, 403],
    finishRound: [401, 404, 200, 200, 200, 200, 200, 403],
  },
  namesNothing: {
    listRounds: 'lists what its caller sees, and is asked for nothing',
  },
}
