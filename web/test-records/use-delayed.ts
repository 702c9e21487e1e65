import { useDebouncedValue } from '@mantine/hooks'

/** A typed text once the typing has paused: the server is asked once, not for every letter. */
export function useDelayed(text: string, milliseconds = 300): string {
  return useDebouncedValue(text, milliseconds)[0]
}
