/** Crossbar, line and bob. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-line" d="M7 3.5h18M16 3.5V14" />
      <path
        className="mark-bob"
        d="M12.6 14h6.8a1 1 0 0 1 1 .9c.3 3.8-1.1 8.2-4.4 13.6-3.3-5.4-4.7-9.8-4.4-13.6a1 1 0 0 1 1-.9Z"
      />
    </svg>
  );
}

/** Mark and word as a link; a plain anchor, because the public pages and the signed-in ones are different documents. */
export function Brand({ href = "/" }: { href?: string }) {
  return (
    <a className="brand" href={href} aria-label="Plumbline">
      <Mark />
      <b>Plumbline</b>
    </a>
  );
}

/** The bob alone: only at the end of a line. */
export function Bob() {
  return (
    <svg className="bob" viewBox="0 0 22 34" aria-hidden="true">
      <path d="M3 0h16a2 2 0 0 1 2 1.9C21.4 11.5 18.2 22 11 34 3.8 22 .6 11.5 1 1.9A2 2 0 0 1 3 0Z" />
    </svg>
  );
}
