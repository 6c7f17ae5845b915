// The portal's mark: a small globe of four lines.

/** The mark in the current colour. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="13" cy="13" r="11" />
        <path d="M13 2v22M2 13h22M4 7c5 2.3 13 2.3 18 0M4 19c5-2.3 13-2.3 18 0M13 2c-6.6 5.8-6.6 16.2 0 22M13 2c6.6 5.8 6.6 16.2 0 22" />
      </g>
    </svg>
  );
}
