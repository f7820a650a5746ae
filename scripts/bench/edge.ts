import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrotliOptions, brotliCompressSync, constants, createBrotliCompress } from "node:zlib";
import { host } from "../support/project.ts";

const withQuality = (quality: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});
/** As Cloudflare's edge compresses: what is made for a request quickly, files of the build as small as can be. */
const QUICK = withQuality(4);
const SMALL = withQuality(11);
const isText = (type: string | undefined) =>
  /^(text\/|application\/(json|javascript)|image\/svg)/.test(type ?? "");

/** A server that compresses what another one sends, as the edge in front of a Worker does. @returns its port, and what ends it */
export async function compressing(target: number): Promise<{ port: number; end: () => void }> {
  const files = new Map<string, Buffer>();
  const server = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    const sent = request(
      {
        host,
        port: target,
        path,
        method: asked.method,
        headers: { ...asked.headers, "accept-encoding": "identity" },
      },
      (got) => {
        const { "content-length": _length, ...headers } = got.headers;
        const status = got.statusCode ?? 502;
        if (!isText(got.headers["content-type"]) || asked.method === "HEAD" || status === 304) {
          answer.writeHead(status, got.headers);
          return void got.pipe(answer);
        }
        const compressed = { ...headers, "content-encoding": "br" };
        if (!path.startsWith("/assets/")) {
          answer.writeHead(status, compressed);
          const stream = createBrotliCompress(QUICK);
          got.on("data", (chunk) => stream.write(chunk, () => stream.flush()));
          got.on("end", () => stream.end());
          return void stream.pipe(answer);
        }
        const parts: Buffer[] = [];
        got.on("data", (chunk: Buffer) => parts.push(chunk));
        got.on("end", () => {
          const file = files.get(path) ?? brotliCompressSync(Buffer.concat(parts), SMALL);
          files.set(path, file);
          answer.writeHead(status, { ...compressed, "content-length": file.length });
          answer.end(file);
        });
      },
    );
    sent.on("error", () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
