import { alternately } from "./alternately.ts";
import { closeConnections } from "./client.ts";
import { good, peerSide, type Side, servePeerHospital } from "./peer-rows.ts";
import { note } from "./report.ts";

/** What the peer leaves undone in the same requests. */
export const peerLeavesOut =
  "The peer answers from its API alone: no pages, no places a person is limited to, no stock, ledger, log or repeat-safe key of a report.";

/** Requests of a block, and before the first one: enough for the median of 14 blocks. */
const EACH = 16;
const WARM_UP = 60;

const SEARCH = "q=pump&sort=name";
const PEER_LIST = "assets?limit=25&sort=name";
const PEER_SEARCH = `${PEER_LIST}&search=pump&meta=filter_count`;
/**
 * Measures the same work here and at a Directus, alternately, with one connection and with eight.
 */
export async function besidePeer(address: string) {
  const { side: ours, admin, end } = await servePeerHospital();
  const theirs = await peerSide(address);
  let turn = 0;
  const other = ({ others }: Side) => others[turn++ % others.length]!;
  const page = (path: string) => () => admin.page(path);
  const [get, peer] = [ours, theirs].map((side) => (path: string) => () => side.get(path)) as [
    (path: string) => () => ReturnType<Side["get"]>,
    (path: string) => () => ReturnType<Side["get"]>,
  ];
  const works = [
    ["list HTML, search and sort", 0.6, page(`/all-assets?${SEARCH}`), peer(PEER_SEARCH)],
    ["list API, search and sort", 0.35, get(`/api/assets?${SEARCH}`), peer(PEER_SEARCH)],
    ["list HTML, sort", 0.6, page("/all-assets?sort=name"), peer(PEER_LIST)],
    ["list API, sort", 0.35, get("/api/assets?sort=name"), peer(PEER_LIST)],
    ["detail HTML", 1.8, page(`/asset/detail/${ours.some}`), peer(`assets/${theirs.some}`)],
    ["detail API", 0.9, get(`/api/assets/${ours.some}`), peer(`assets/${theirs.some}`)],
    ["create a report", 0.6, () => ours.create(other(ours)), () => theirs.create(other(theirs))],
    [
      "create a report on a device with 900",
      0.6,
      () => ours.create(ours.many),
      () => theirs.create(theirs.many),
    ],
  ] as const;
  try {
    for (const connections of [1, 8]) {
      closeConnections(connections);
      for (const [work, goal, here, there] of works) {
        const checked = (ask: () => ReturnType<Side["get"]>) => async () => good(await ask());
        const how = { each: EACH, warmUp: WARM_UP, connections };
        const { a, b, ratio } = await alternately(checked(here), checked(there), how);
        note(
          `beside the peer, ${connections} at once: ${work} (${a.toFixed(1)} over ${b.toFixed(1)} ms)`,
          goal,
          ratio,
        );
      }
    }
  } finally {
    await end();
  }
}
