export const recording = { x: 'x' } as const
