import { tooLarge } from "./refusals.ts";

/** Reads a body to its end and drops it, so that the sender hears the answer. */
const drained = (request: Request) => request.body?.pipeTo(new WritableStream()).catch(() => undefined);

/**
 * Reads a body of which at most `most` bytes are kept, whether or not its length was said.
 * @throws Response 413 when there are more
 */
export async function within<R>(request: Request, most: number, message: string, read: (request: Request) => Promise<R>): Promise<R> {
  const said = request.headers.get("Content-Length");
  if (Number(said ?? 0) > most) {
    await drained(request);
    return tooLarge(message);
  }
  if (said !== null || !request.body) return read(request);
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, kept) {
      bytes += chunk.byteLength;
      if (bytes <= most) kept.enqueue(chunk);
    },
  });
  const result = await read(new Request(request, { body: request.body.pipeThrough(counter) })).catch((error: unknown) => {
    if (bytes <= most) throw error;
  });
  return bytes > most ? tooLarge(message) : (result as R);
}
