import { addressRecords } from "../dns/resolver.ts";
import { isOwnHost } from "../tenancy/hosts.ts";
import { addressOf, isTestHost } from "./address-rules.ts";
import { isPublicAddress } from "./public-address.ts";

/** What goes along where an answer leads to another origin. */
const HARMLESS = ["accept", "user-agent"];
/** Never sent, whoever asks for it. */
const NEVER = ["cookie", "proxy-authorization"];
const MOST_HOPS = 3;
const led = [301, 302, 303, 307, 308];

/** Why somebody outside could not be asked, or did not answer in full. The message is one sentence that people may read. */
export class OutsideError extends Error {
  override readonly name = "OutsideError";
  constructor(
    message: string,
    /** The address may not be asked as it is, rather than that nobody answers. */
    readonly isRefused: boolean,
  ) {
    super(message);
  }
}

type Asked = {
  method: "GET" | "POST";
  headers?: HeadersInit;
  body?: string;
  /** Milliseconds for all of it: looking up, connecting, being led on, and reading. */
  withinMs: number;
  /** So many bytes of an answer are read. */
  mostBytes: number;
  /** What becomes of a longer one: it is cut there, or refused. */
  over: "cut" | "refuse";
};
/** An answer read to its end, or to its bound. */
export type Outside = { status: number; headers: Headers; bytes: Uint8Array; isCut: boolean };

const refuse = (message: string): never => {
  throw new OutsideError(message, true);
};

/** Looks a host up anew, and refuses one that any of its addresses keeps from being asked. @throws OutsideError */
async function refuseClosed(env: Env, address: URL): Promise<void> {
  const { hostname } = address;
  if (isTestHost(env, address)) return;
  if (await isOwnHost(hostname, env)) refuse(`${hostname} is an address of this service itself`);
  const found = await addressRecords(env.DNS_RESOLVER, hostname).catch((error: unknown) => {
    console.warn(`DNS of ${hostname}: ${error instanceof Error ? error.message : String(error)}`);
    throw new OutsideError(`The DNS did not tell where ${hostname} is`, false);
  });
  if (!found.length) refuse(`The DNS knows no address of ${hostname}`);
  if (!found.every(isPublicAddress))
    refuse(`${hostname} leads to an address that is not on the public internet`);
}

async function readBounded(
  { body }: Response,
  { mostBytes, over }: Asked,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (body)
    // Leaving the loop early cancels the rest.
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      pieces.push(piece.subarray(0, mostBytes - length));
      length += piece.byteLength;
      if (length > mostBytes) break;
    }
  if (length > mostBytes && over === "refuse")
    throw new OutsideError("The answer is too large", false);
  const bytes = new Uint8Array(Math.min(length, mostBytes));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return { bytes, isCut: length > mostBytes };
}

const kept = (headers: Headers, isSameOrigin: boolean) =>
  new Headers(
    [...headers].filter(([name]) =>
      isSameOrigin ? !NEVER.includes(name) : HARMLESS.includes(name),
    ),
  );

/**
 * Asks an address that somebody outside the platform has named: the only way there is to do so. Each host is looked up before each
 * request, and a GET is led on three times at most; a POST is not.
 * @param text the address as it was typed
 * @param wire sends one request
 * @returns the answer, whatever its status
 * @throws OutsideError when the address may not be asked, nobody answers in time, or the answer is too large
 */
export async function askOutside(
  env: Env,
  text: string,
  asked: Asked,
  wire: typeof fetch = (...given) => fetch(...given),
): Promise<Outside> {
  const signal = AbortSignal.timeout(asked.withinMs);
  const { method, body } = asked;
  let headers = kept(new Headers(asked.headers), true);
  let from: URL | undefined;
  let next = text;
  try {
    for (let hop = 0; hop <= MOST_HOPS; hop++) {
      const found = addressOf(env, next, from);
      if ("refused" in found) {
        const of = from ? "The address it leads to" : "The address";
        return refuse(`${of} ${found.refused}`);
      }
      const { address } = found;
      await refuseClosed(env, address);
      signal.throwIfAborted();
      if (from && from.origin !== address.origin) headers = kept(headers, false);
      const answer = await wire(address, {
        ...{ method, headers, redirect: "manual", signal },
        ...(body === undefined ? {} : { body }),
      });
      const location = led.includes(answer.status) ? answer.headers.get("Location") : null;
      if (method === "POST" || location === null)
        return {
          ...{ status: answer.status, headers: answer.headers },
          ...(await readBounded(answer, asked)),
        };
      await answer.body?.cancel();
      [from, next] = [address, location];
    }
    return refuse(`The address leads on more than ${MOST_HOPS} times`);
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    if (signal.aborted)
      throw new OutsideError(`There was no answer within ${asked.withinMs / 1000} seconds`, false);
    console.warn(`Outside: ${error instanceof Error ? error.message : String(error)}`);
    throw new OutsideError("The connection failed", false);
  }
}
