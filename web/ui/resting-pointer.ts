import type { MouseEvent } from 'react'

/**
 * For `onMouseMove` of downshift's items. A list that appears below a resting pointer receives a move event, which
 * would override a choice by keyboard. Only real movement should choose.
 */
export function unlessResting(event: MouseEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }): void {
  if (event.movementX === 0 && event.movementY === 0) event.nativeEvent.preventDownshiftDefault = true
}
