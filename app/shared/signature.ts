/** The field a signature is drawn in, in units of its path. */
export const SIGNATURE = { width: 300, height: 100 } as const;
/** Characters of a path: some minutes of writing. */
export const LONGEST_SIGNATURE = 6000;

const strokes = /^M\d{1,3} \d{1,3}(?:[ML]\d{1,3} \d{1,3})*$/;

/** Whether a text is the `d` of a drawn signature: whole moves and lines, and nothing else. */
export const isSignature = (path: string) => path.length <= LONGEST_SIGNATURE && strokes.test(path);

type Point = { x: number; y: number };
const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));

/** A point of the field as the path names it. */
const named = ({ x, y }: Point) => `${within(x, SIGNATURE.width)} ${within(y, SIGNATURE.height)}`;

/** The path with a stroke begun, or gone on with, at a point; one that is full or has not moved stays as it is. */
export function drawn(path: string, point: Point, isFirst: boolean): string {
  const at = named(point);
  if (!isFirst && path.endsWith(at)) return path;
  // A dot is a line of no length: it begins and ends at its point.
  const next = isFirst ? `${path}M${at}L${at}` : `${path}L${at}`;
  return next.length > LONGEST_SIGNATURE ? path : next;
}
