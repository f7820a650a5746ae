import { Agent, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";

/** Answers that have no body by their status. */
const empty = new Set([101, 204, 205, 304]);

function answerOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2)
    headers.append(message.rawHeaders[at]!, message.rawHeaders[at + 1]!);
  const status = message.statusCode!;
  if (empty.has(status)) message.resume();
  return new Response(empty.has(status) ? null : (Readable.toWeb(message) as ReadableStream), {
    status,
    headers,
  });
}

/**
 * A fetch that asks one address whatever host is named, and tells it that host: `*.localhost` has no address in Node, and
 * Node's own fetch sets the Host header by itself. Redirects are answers.
 */
export function fetchAt({ hostname, port }: URL) {
  const agent = new Agent({ keepAlive: true });
  return async (
    address: string,
    { method = "GET", body, headers = {} }: RequestInit = {},
  ): Promise<Response> => {
    const { host, pathname, search } = new URL(address);
    const sent =
      body === undefined || body === null
        ? null
        : Buffer.from(await new Response(body).arrayBuffer());
    const told = {
      "user-agent": "node",
      accept: "*/*",
      ...(headers as Record<string, string>),
      host,
    };
    const send = (resolve: (answer: Response) => void, reject: (error: Error) => void) => {
      const path = `${pathname}${search}`;
      const asking = request({
        agent,
        hostname,
        port,
        path,
        method,
        headers: sent ? { ...told, "content-length": sent.length } : told,
      });
      asking.once("response", (message) => resolve(answerOf(message)));
      // The other end closed a kept connection at the moment it was used again: nothing was asked yet. Once an answer is there, a body that
      // nobody read is no failure.
      asking.on("error", (error: NodeJS.ErrnoException) =>
        asking.reusedSocket && error.code === "ECONNRESET" ? send(resolve, reject) : reject(error),
      );
      asking.end(sent ?? undefined);
    };
    return new Promise(send);
  };
}
