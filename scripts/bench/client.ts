import { Agent, request } from "node:http";
import { PASSWORD } from "../support/password.ts";

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

let agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** Closes all connections, so that the next server on a port gets new ones, and chooses how many there may be at once. */
export function closeConnections(most = 1) {
  agent.destroy();
  agent = new Agent({ keepAlive: true, maxSockets: most });
}

const MOST_MS = 120_000;

/** Sends one request over a kept-alive connection, with the company's Host. */
export function ask(
  port: number,
  host: string,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    arriving?: (lines: number) => void;
  } = {},
) {
  const { method = "GET", headers = {}, body, arriving } = options;
  let lines = 0;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port, path, method, agent },
        headers: { host, "content-length": Buffer.byteLength(body ?? ""), ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          lines += arriving ? chunk.toString("latin1").split("\n").length - 1 : 0;
          arriving?.(lines);
        });
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    // The server closed the kept-alive connection meanwhile: a read is sent once more.
    sent.on("error", (error: NodeJS.ErrnoException) =>
      sent.reusedSocket && error.code === "ECONNRESET" && method === "GET"
        ? resolve(ask(port, host, path, options))
        : reject(error),
    );
    sent.setTimeout(MOST_MS, () =>
      sent.destroy(new Error(`No answer to ${method} ${path} within ${MOST_MS / 1000} s`)),
    );
    sent.end(body);
  });
}

export type Person = {
  /** Fetches a page or download; `arriving` is called with the number of lines received so far. */
  page: (path: string, arriving?: (lines: number) => void) => Promise<Answer>;
  /** Calls the API. @param key under which a repeated request is carried out once */
  api: (path: string, body?: string | Buffer, type?: string, key?: string) => Promise<Answer>;
};

const ofCompanies = { page: "/login", api: "/api/login" };
export const ofStaff = { page: "/developer/login", api: "/api/super-admin/login" };

/** Signs a person in to the pages and the API; by default the demo hospital's Admin. */
export async function signIn(
  port: number,
  host = "demo.localhost",
  email = "admin@demo.test",
  doors = ofCompanies,
): Promise<Person> {
  const form = new URLSearchParams({ email, password: PASSWORD }).toString();
  const entered = await ask(port, host, doors.page, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: `http://${host}` },
    body: form,
  });
  const cookie = ((entered.headers["set-cookie"] as string[] | undefined) ?? [])
    .map((line) => line.split(";")[0]!)
    // A browser takes this one away once it has its access token: later pages bring none.
    .filter((pair) => !/^(__Host-)?welcome=/.test(pair))
    .join("; ");
  const json = { "content-type": "application/json" };
  const { token } = JSON.parse(
    (
      await ask(port, host, doors.api, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ email, password: PASSWORD }),
      })
    ).text,
  );
  return {
    page: (path, arriving) =>
      ask(port, host, path, { headers: { cookie }, ...(arriving ? { arriving } : {}) }),
    api: (path, body, type = "application/json", key = "") =>
      ask(port, host, path, {
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { "content-type": type } : {}),
          ...(key ? { "idempotency-key": key } : {}),
        },
        ...(body ? { method: "POST", body } : {}),
      }),
  };
}

/** The D1 figures of an answer. @throws for a refusal, and when METER is off */
export function figures({ headers, status }: Answer) {
  const meter = /trips=(\d+) read=(\d+) written=(\d+)/.exec(String(headers["server-timing"] ?? ""));
  if (!meter || status >= 400) throw new Error(`No figures: ${status}`);
  return { trips: Number(meter[1]), read: Number(meter[2]), written: Number(meter[3]) };
}
