import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What every host of the twins has in its zone. */
export const TWIN_PROOF = "plumbline=twin";
const types: Record<string, number> = { A: 1, AAAA: 28, TXT: 16 };

type Answering = (response: ServerResponse) => unknown;
/** The texts of a name's records as a resolver writes them, or how it answers for the name. */
type Zone = readonly string[] | Answering;

const records = (name: string, type: number | undefined, texts: readonly string[]) =>
  JSON.stringify({
    Status: texts.length ? 0 : 3,
    Question: [{ name, type }],
    ...(texts.length
      ? { Answer: texts.map((data) => ({ name, type, TTL: 300, data })) }
      : { Authority: [{ name: "test", type: 6, TTL: 300, data: "ns.test." }] }),
  });

/** A resolver that speaks DNS over HTTPS in its JSON form, for the Worker of the tests. Names it does not know have the twins' proof. */
export async function nameServer() {
  const zones = new Map<string, Zone>();
  const hosts = new Map<string, () => readonly string[]>();
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const name = searchParams.get("name") ?? "";
    const type = searchParams.get("type") ?? "";
    const isText = type === "TXT";
    const zone = zones.get(name) ?? (isText ? [`"${TWIN_PROOF}"`] : []);
    response.setHeader("Content-Type", "application/dns-json");
    if (typeof zone === "function") zone(response);
    else {
      const addresses = isText ? [] : (hosts.get(name)?.() ?? []);
      const own = addresses.filter((one) => one.includes(":") === (type === "AAAA"));
      response.end(records(name, types[type], isText ? zone : own));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/dns-query`,
    /** Says what stands at a name, from now on. */
    says: (name: string, zone: Zone) => zones.set(name, zone),
    /** Says at which addresses a host is, anew for each kind each time it is asked. */
    places: (host: string, addresses: () => readonly string[]) => hosts.set(host, addresses),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
