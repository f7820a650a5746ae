import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Got = { headers: IncomingHttpHeaders; body: string; at: number };
export type Receiver = Awaited<ReturnType<typeof receiver>>;

/** A receiver of webhooks on this machine, which keeps what arrives and answers as it is told; 204 at first. */
export async function receiver() {
  const got: Got[] = [];
  let status = 204;
  let waitMs = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    got.push({ headers: request.headers, body: Buffer.concat(pieces).toString(), at: Date.now() });
    if (waitMs) await new Promise((resolve) => setTimeout(resolve, waitMs));
    response.writeHead(status).end(status === 204 ? undefined : "so it answers");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    got,
    answers: (next: number, after = 0) => {
      [status, waitMs] = [next, after];
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
