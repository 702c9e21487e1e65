/** Who waits for a turn to export asks again after so many seconds; after ten without asking, others go first. */
export const askAgainAfterSeconds = 2
