/**
 * The present time, by which times are judged, offered and said. Nothing else asks what time it is: a device may be years off, and a
 * server's own clock may differ from that of the database, which decides. Each side says by which clock it goes: the server by
 * the database's, the browser by what replies say of it.
 */
export function presentTime(): Date {
  return new Date(clock())
}

/** Goes by this clock from now on, which answers milliseconds since 1970. Until then it is the machine's own. */
export function goByClock(own: () => number): void {
  clock = own
}

let clock: () => number = () => Date.now()
