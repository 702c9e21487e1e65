/** The browser's notification permission; `unsupported` if it has no notifications. */
export function notificationPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

let sound: AudioContext | undefined

/** Plays two soft notes. Does nothing if the browser has no sound, or allows none before a press. */
export function playSound(): void {
  if (!('AudioContext' in window)) return
  sound ??= new AudioContext()
  void sound.resume().catch(() => undefined)
  for (const [at, frequency] of [
    [0, 660],
    [0.22, 880],
  ] as const) {
    const start = sound.currentTime + at
    const [note, volume] = [sound.createOscillator(), sound.createGain()]
    note.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.25, start + 0.03)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.4)
    note.connect(volume).connect(sound.destination)
    note.start(start)
    note.stop(start + 0.45)
  }
}

/**
 * Shows a notification outside the page, with words that reveal nothing about anybody. Several tabs notify once for the
 * same `tag`.
 */
export function notify(title: string, tag: string): void {
  if (notificationPermission() !== 'granted') return
  try {
    const notification = new Notification(title, { tag })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
    })
  } catch {
    // Phones allow notifications only from service workers, so only the sound is left there.
  }
}
