import type { MouseEvent } from 'react'

/**
 * For `onMouseMove` of downshift's items: a list that appears below a pointer at rest is told that it moved, and would take the choice from
 * whoever chooses by keyboard. Only a pointer that moves chooses.
 */
export function unlessResting(event: MouseEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }): void {
  if (event.movementX === 0 && event.movementY === 0) event.nativeEvent.preventDownshiftDefault = true
}
