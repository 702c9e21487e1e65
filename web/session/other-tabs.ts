import type { SnackbarMessage } from '../ui/snackbar-store.ts'

/** Written only to be heard: browsers tell the other tabs of a change of storage. */
export const leftKey = 'lateral.left'

/** What the other tabs are to say, as it stands under that key. */
export type Farewell = Pick<SnackbarMessage, 'text' | 'tone'>

/** Tells the other tabs of this browser that their session is over too, and what to say of it. */
export function tellOtherTabs(farewell: Farewell): void {
  localStorage.setItem(leftKey, JSON.stringify(farewell))
  localStorage.removeItem(leftKey)
}
