/** What the browser says about notifications; `unsupported` where it has none. */
export function notificationPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

let sound: AudioContext | undefined

/** Two soft notes. Where the browser has no sound, or lets none be heard before somebody pressed something, there is none. */
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

/** Notifies outside the page, with words that say nothing of anybody. Several tabs notify once for the same `tag`. */
export function notify(title: string, tag: string): void {
  if (notificationPermission() !== 'granted') return
  try {
    const notification = new Notification(title, { tag })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
    })
  } catch {
    // Phones let only service workers notify: there the sound has to do.
  }
}
