/** From this width on a record opens beside the list (spec §9, breakpoint md), below it as a page of its own. */
export const besideWidth = '(min-width: 1440px)'
