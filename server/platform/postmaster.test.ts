import { expect, test } from 'vitest'
import { pidsWorkingIn } from './postmaster.ts'

test('tells the processes of one cluster from those of another by the output of lsof', () => {
  const output =
    'p812\nfcwd\nn/Users/ada/lateral/.data/postgres\np813\nfcwd\nn/Users/ada/lateral/.data/postgres\np99\nfcwd\nn/opt/pg\n'
  expect(pidsWorkingIn('/Users/ada/lateral/.data/postgres', output)).toEqual([812, 813])
  expect(pidsWorkingIn('/Users/ada', output)).toEqual([])
  expect(pidsWorkingIn('/opt/pg', '')).toEqual([])
})
