import { next, type Walks } from '../noun-walks.ts'
import { multipart } from '../../server/uploads.ts'

const roster = 'Last name,First name,Date of birth\nGreen,Jo,2/28/1984\n'

export const walks: Walks = {
  calls: {
    listImports: () => ({}),
    uploadImport: () => ({
      ...multipart([{ name: 'file', filename: `roster-${next()}.csv`, type: 'text/csv', content: roster }]),
      query: { zone: 'Europe/London' },
    }),
    getImport: ({ importId }) => ({ params: { id: importId } }),
    previewImport: ({ importId }) => ({
      params: { id: importId },
      body: { zone: 'Europe/London' },
    }),
    cancelImport: ({ spareImportId }) => ({ params: { id: spareImportId } }),
    listImportRows: ({ importId }) => ({ params: { id: importId }, query: { per_page: '100' } }),
    correctImportRow: ({ readImportId }) => ({
      params: { id: readImportId, line: '2' },
      body: { cells: [{ column: 0, text: 'Green' }] },
    }),
    // An answer that was given before has the same reply.
    answerImportPerson: ({ readImportId }) => ({
      params: { id: readImportId, line: '2' },
      body: { answer: 'another' },
    }),
    chooseImportDifferences: ({ readImportId }) => ({
      params: { id: readImportId },
      body: { field: 'telephones', line: null, isTaken: true },
    }),
    // Starting and undoing again what was started and undone has the same reply.
    startImport: ({ startedImportId }) => ({ params: { id: startedImportId } }),
    undoImport: ({ undoneImportId }) => ({ params: { id: undoneImportId } }),
    foreseeImportUndo: ({ undoneImportId }) => ({ params: { id: undoneImportId } }),
    exportWrongRows: ({ importId }) => ({ params: { id: importId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //               vis. unl. ten. org. gro. pro. cli. pat.
    listImports: [401, 403, 200, 200, 403, 403, 403, 403],
    uploadImport: [401, 403, 201, 201, 403, 403, 403, 403],
    getImport: [401, 403, 200, 200, 403, 403, 403, 403],
    previewImport: [401, 403, 200, 200, 403, 403, 403, 403],
    cancelImport: [401, 403, 200, 200, 403, 403, 403, 403],
    listImportRows: [401, 403, 200, 200, 403, 403, 403, 403],
    correctImportRow: [401, 403, 200, 200, 403, 403, 403, 403],
    answerImportPerson: [401, 403, 200, 200, 403, 403, 403, 403],
    chooseImportDifferences: [401, 403, 200, 200, 403, 403, 403, 403],
    startImport: [401, 403, 200, 200, 403, 403, 403, 403],
    undoImport: [401, 403, 200, 200, 403, 403, 403, 403],
    foreseeImportUndo: [401, 403, 200, 200, 403, 403, 403, 403],
    exportWrongRows: [401, 403, 200, 200, 403, 403, 403, 403],
  },
  refusedTypes: Object.fromEntries(
    [
      'listImports',
      'uploadImport',
      'getImport',
      'previewImport',
      'cancelImport',
      'listImportRows',
      'correctImportRow',
      'answerImportPerson',
      'chooseImportDifferences',
      'startImport',
      'undoImport',
      'foreseeImportUndo',
      'exportWrongRows',
    ].map((name) => [name, ['unlimited', 'group', 'provider', 'clinical', 'patient']]),
  ),
  namesNothing: {
    listImports: 'lists what its caller sees, and is asked for nothing',
    uploadImport: 'makes something new, of which nothing is there yet',
  },
}
