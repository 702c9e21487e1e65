/**
 * A drawing of a lateral-flow cassette: sample well, window, a control line and a fainter test line in the current
 * colour.
 */
export function Cassette({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 200 420" fill="none" aria-hidden>
      <rect x="26" y="20" width="156" height="392" rx="36" fill="currentColor" opacity=".1" />
      <rect
        x="18"
        y="8"
        width="164"
        height="396"
        rx="36"
        fill="#fff"
        stroke="currentColor"
        strokeOpacity=".35"
        strokeWidth="2"
      />
      <rect x="30" y="20" width="140" height="372" rx="27" stroke="currentColor" strokeOpacity=".14" strokeWidth="2" />
      <rect
        x="74"
        y="78"
        width="52"
        height="142"
        rx="20"
        fill="currentColor"
        fillOpacity=".06"
        stroke="currentColor"
        strokeOpacity=".3"
        strokeWidth="2"
      />
      <path d="M80 116h40" stroke="currentColor" strokeWidth="6" />
      <path d="M80 164h40" stroke="currentColor" strokeOpacity=".45" strokeWidth="6" />
      <path d="M50 116h10M50 164h10" stroke="currentColor" strokeOpacity=".5" strokeWidth="3" strokeLinecap="round" />
      <ellipse
        cx="100"
        cy="306"
        rx="25"
        ry="33"
        fill="currentColor"
        fillOpacity=".06"
        stroke="currentColor"
        strokeOpacity=".3"
        strokeWidth="2"
      />
      <ellipse cx="100" cy="306" rx="13" ry="19" fill="currentColor" fillOpacity=".14" />
      <path
        d="M100 246v12m-6-6 6 6 6-6"
        stroke="currentColor"
        strokeOpacity=".35"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
