/** Rounds: a group is tested with one kit, by several helpers at once. */
export const rounds = {
  photoMissing: 'This test kit needs a photo.',
}
