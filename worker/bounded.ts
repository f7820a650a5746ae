import { tooLarge } from "./refusals.ts";

/** What a body may hold. */
export type Bounds = { bytes: number; says: string; fields: number };
/** Plain letters only, so that the body contains it unchanged. */
const BOUNDARY = /^[\w'()+,./:=?-]{1,70}$/;
const TOO_MANY_FIELDS = "The form has too many fields";

/** Reads a body to its end and discards it, so that the sender receives the answer. */
const drained = (request: Request) =>
  request.body?.pipeTo(new WritableStream()).catch(() => undefined);

const typeOf = (request: Request) => (request.headers.get("Content-Type") ?? "").slice(0, 300);
/** The separator between the fields of a form; null when the body is no form or its boundary is not given exactly once. */
export function markOf(request: Request): string | null {
  const [type = "", ...more] = typeOf(request)
    .split(";")
    .map((part) => part.trim());
  if (type.toLowerCase() === "application/x-www-form-urlencoded") return "&";
  if (type.toLowerCase() !== "multipart/form-data") return null;
  const boundaries = more.filter((part) => part.toLowerCase().startsWith("boundary="));
  const boundary = boundaries[0]?.slice("boundary=".length).replaceAll('"', "") ?? "";
  return boundaries.length === 1 && BOUNDARY.test(boundary) ? `--${boundary}` : null;
}

/** Counts the occurrences of a mark of plain letters in a stream of bytes. */
function counting(mark: string): (piece: Uint8Array) => number {
  const decoder = new TextDecoder("latin1");
  let [count, rest] = [0, ""];
  return (piece) => {
    const text = rest + decoder.decode(piece);
    let end = 0;
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, end)) {
      count += 1;
      end = at + mark.length;
    }
    rest = text.slice(Math.max(end, text.length - mark.length + 1));
    return count;
  };
}

/**
 * Reads a body within its bounds, with or without a Content-Length; bytes and fields are counted before parsing.
 * @throws Response 413 when there are more
 */
export async function within<R>(
  request: Request,
  { bytes: most, says, fields }: Bounds,
  read: (request: Request) => Promise<R>,
): Promise<R> {
  const length = request.headers.get("Content-Length");
  if (Number(length ?? 0) > most) {
    await drained(request);
    return tooLarge(says);
  }
  const mark = markOf(request);
  if (!request.body || (length !== null && !mark)) return read(request);
  const marks = mark ? counting(mark) : () => 0;
  let bytes = 0;
  let message = "";
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, kept) {
      if (message) return;
      bytes += piece.byteLength;
      if (bytes > most) message = says;
      else if (marks(piece) > fields) message = TOO_MANY_FIELDS;
      else kept.enqueue(piece);
    },
  });
  const result = await read(
    new Request(request, { body: request.body.pipeThrough(counter) }),
  ).catch((error: unknown) => {
    if (!message) throw error;
  });
  return message ? tooLarge(message) : (result as R);
}
