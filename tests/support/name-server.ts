import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What every host of the twins has in its zone. */
export const TWIN_PROOF = "plumbline=twin";
const TXT = 16;

type Answering = (response: ServerResponse) => unknown;
/** The texts of a name's records as a resolver writes them, or how it answers for the name. */
type Zone = readonly string[] | Answering;

const records = (name: string, texts: readonly string[]) =>
  JSON.stringify({
    Status: texts.length ? 0 : 3,
    Question: [{ name, type: TXT }],
    ...(texts.length
      ? { Answer: texts.map((data) => ({ name, type: TXT, TTL: 300, data })) }
      : { Authority: [{ name: "test", type: 6, TTL: 300, data: "ns.test." }] }),
  });

/** A resolver that speaks DNS over HTTPS in its JSON form, for the Worker of the tests. Names it does not know have the twins' proof. */
export async function nameServer() {
  const zones = new Map<string, Zone>();
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const name = searchParams.get("name") ?? "";
    const zone = zones.get(name) ?? [`"${TWIN_PROOF}"`];
    response.setHeader("Content-Type", "application/dns-json");
    if (typeof zone === "function") zone(response);
    else response.end(records(name, searchParams.get("type") === "TXT" ? zone : []));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/dns-query`,
    /** Says what stands at a name, from now on. */
    says: (name: string, zone: Zone) => zones.set(name, zone),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
