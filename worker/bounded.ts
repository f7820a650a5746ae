/**
 * A request of which at most `most` bytes are kept, whether or not its length was said.
 * What comes beyond is read and dropped, so that the sender hears the refusal.
 */
export function bounded(request: Request, most: number): { request: Request; isOver: () => boolean } {
  const said = request.headers.get("Content-Length");
  let read = Number(said ?? 0);
  const isOver = () => read > most;
  if (said !== null || !request.body) return { request, isOver };
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, kept) {
      read += chunk.byteLength;
      if (!isOver()) kept.enqueue(chunk);
    },
  });
  return { request: new Request(request, { body: request.body.pipeThrough(counter) }), isOver };
}
