import { figures, type Person } from "./client.ts";
import { serveHospital, shardOf } from "./hospital.ts";
import { freePorts } from "./processes.ts";
import { note } from "./report.ts";

type Figures = ReturnType<typeof figures>;
type Read = (path: string) => Promise<Figures>;
type Device = Record<"id" | "asset_code" | "department_id", string> & { vendor_id: string | null };

/** What a combination of filters, or an order that no index serves, may read. */
const WALKED = 5_000;
const LIST = 150;
const PAGE = 300;

/** What a kind of document is asked for: its pages by the tab they open, and its filters. */
type Listed = {
  name: string;
  path: string;
  tabs: readonly string[];
  /** Filters of which an index holds the rows, then those that are looked for among others. */
  indexed: readonly string[];
  walked: readonly string[];
  sorts: readonly string[];
};

/** The id of the first record that a page of a list leads to. */
async function firstOf(admin: Person, list: string, page: string): Promise<string> {
  const { text } = await admin.page(list);
  const [, id] = new RegExp(`${page}/([0-9a-f-]{36})`).exec(text) ?? [];
  if (!id) throw new Error(`${list} leads to no ${page}`);
  return id;
}

/** Rows read and round trips of a shard with so many service calls: every list of documents, and what is opened from it. */
export async function workingDayRows(calls: number): Promise<void> {
  const { admin, end } = await serveHospital(shardOf(calls), await freePorts(), true);
  // Once a minute a request also notes when its person was last seen: the lesser of two is the page's own.
  const read: Read = async (path) => {
    const [first, second] = [await admin.page(path), await admin.page(path)].map(figures);
    return first!.trips <= second!.trips ? first! : second!;
  };
  const trips = { page: 0, search: 0 };
  const most = async (paths: readonly string[]) => {
    let rows = 0;
    for (const path of paths) {
      const figures = await read(path);
      rows = Math.max(rows, figures.read);
      const kind = /[?&]q=/.test(path) ? "search" : "page";
      trips[kind] = Math.max(trips[kind], figures.trips);
      if (process.env.DEBUG) console.log(path, figures.read, figures.trips);
    }
    return rows;
  };
  await read("/dashboard");
  const call = await firstOf(admin, "/asset-breakdowns", "/asset-breakdown");
  const closed = await firstOf(admin, "/asset-breakdowns?tab=all&state=closed", "/asset-breakdown");
  const pass = await firstOf(admin, "/gate-passes?tab=out", "/gate-pass");
  const transfer = await firstOf(admin, "/asset-transfers", "/asset-transfer");
  const contract = await firstOf(admin, "/vendors?tab=contracts", "/contract");
  const recall = await firstOf(admin, "/recalls", "/recall");
  const [device] = (
    JSON.parse((await admin.api("/api/assets?sort=code")).text) as { data: Device[] }
  ).data;
  for (const list of listsOf(device!)) await noteList(list, most);
  note("rows read: board of calls", PAGE, await most(["/asset-breakdowns?view=board"]));
  note(
    "rows read: board of calls, any filter, the most",
    WALKED,
    await most(
      [
        "priority=critical",
        "down=yes",
        `location=${device!.department_id}`,
        "unassigned=yes",
        "q=battery",
      ].map((filter) => `/asset-breakdowns?view=board&${filter}`),
    ),
  );
  const pages: Record<string, string[]> = {
    "a call, open and closed": [call, closed].map((id) => `/asset-breakdown/${id}`),
    "what begins a call, device with 900": [`/asset-breakdowns/beginning?asset=${device!.id}`],
    "a gate pass": [`/gate-pass/${pass}`],
    "guard's scan and page": ["/gate?q=GP-B-000007", "/gate?q=12", `/gate/${pass}`],
    "a transfer": [`/asset-transfer/${transfer}`],
    "a contract of 5,000 devices": [`/contract/${contract}`],
    "a recall": [`/recall/${recall}`],
    dashboard: ["/dashboard"],
    "statistics, any period": ["", "?period=quarter", "?period=year"].map(
      (query) => `/statics${query}`,
    ),
    "PM compliance": ["/pm-compliance"],
    "device with 900 calls and reports, all tabs": [
      ...["overview", "service-report", "breakdown", "accessory", "parts", "document"],
      ...["movement", "contract", "cost", "history", "schedule"],
    ].map((tab) => `/asset/detail/${device!.id}?tab=${tab}`),
    "palette and scan": [
      "/palette?q=SC-B-0000007",
      "/palette?q=battery",
      `/scan?text=${device!.asset_code}`,
    ],
  };
  for (const [name, paths] of Object.entries(pages))
    note(`rows read: ${name}`, PAGE, await most(paths));
  note("D1 round trips: pages of the working day, the most", 2, trips.page);
  note("D1 round trips: a search, also one that finds nothing", 3, trips.search);
  await noteMoves(admin, device!);
  await end();
}

const listsOf = (device: Device): Listed[] => [
  {
    name: "calls",
    path: "/asset-breakdowns",
    tabs: ["open", "new", "mine", "teams", "hold", "resolved", "all"],
    indexed: [],
    walked: [
      `asset=${device.id}`,
      ...["state=closed", "state=cancelled", "priority=critical", "down=yes", "hold=awaiting_part"],
      ...["source=qr", "cause=battery", "late=yes", "late=no", "repeat=yes", "unassigned=yes"],
      ...[`location=${device.department_id}`, `vendor=${device.vendor_id ?? device.id}`],
      ...["from=2020-01-01&to=2020-02-01", "priority=critical&down=yes&source=qr"],
    ],
    sorts: ["priority", "status"],
  },
  {
    name: "gate passes",
    path: "/gate-passes",
    tabs: ["to_approve", "out", "overdue", "all"],
    indexed: [`vendor=${device.vendor_id ?? device.id}`, `asset=${device.id}`],
    walked: [
      "kind=returnable",
      "purpose=repair",
      "status=written_off",
      "overdue=1",
      "from=2020-01-01",
    ],
    sorts: ["expectedReturnOn"],
  },
  {
    name: "transfers",
    path: "/asset-transfers",
    tabs: ["open", "mine", "incoming", "outgoing", "overdue", "all"],
    indexed: [`asset=${device.id}`],
    walked: [
      "status=rejected",
      `location=${device.department_id}`,
      "kind=temporary",
      "since=2020-01-01&until=2020-02-01",
    ],
    sorts: ["dueBackOn"],
  },
  {
    name: "contracts",
    path: "/vendors?tab=contracts",
    tabs: ["contracts"],
    indexed: [],
    walked: [
      "kind=cmc",
      "state=expiring",
      "state=active",
      "ends=30",
      `vendor=${device.vendor_id ?? device.id}`,
    ],
    sorts: ["number", "start", "end"],
  },
  { name: "recalls", path: "/recalls", tabs: [], indexed: [], walked: [], sorts: [] },
];

/** Notes what the pages of one list read. */
async function noteList(
  { name, path, tabs, indexed, walked, sorts }: Listed,
  most: (paths: readonly string[]) => Promise<number>,
) {
  const at = (query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;
  const [first = "", last = ""] = [tabs[0], tabs.at(-1)];
  const both = (queries: readonly string[]) =>
    queries.flatMap((query) => [...new Set([first, last])].map((tab) => at(`tab=${tab}&${query}`)));
  note(`rows read: list of ${name}, as it opens`, LIST, await most([path]));
  if (tabs.length > 1)
    note(
      `rows read: list of ${name}, any tab and any filter of an index, the most`,
      LIST,
      await most([...tabs.map((tab) => at(`tab=${tab}`)), ...both(indexed)]),
    );
  if (walked.length)
    note(
      `rows read: list of ${name}, any other filter, the most`,
      WALKED,
      await most(both(walked)),
    );
  if (sorts.length)
    note(
      `rows read: list of ${name}, an order that no index holds, the most`,
      WALKED,
      await most(both(sorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&dir=desc`]))),
    );
  note(
    `rows read: search of ${name}, the most`,
    2_000,
    await most(
      ["battery", "a", "zzzz", "sensor cable", "B-0000123"].map((q) =>
        at(`q=${encodeURIComponent(q)}`),
      ),
    ),
  );
}

/** A new call about the device with most of them, and what an engineer does with it. */
async function noteMoves(admin: Person, device: Device) {
  const send = async (path: string, body: object) => {
    const answer = await admin.api(path, JSON.stringify(body));
    const { data } = JSON.parse(answer.text) as { data: { id: string } };
    return { id: data?.id, ...figures(answer) };
  };
  const made = await send("/api/service-calls", {
    assetId: device.id,
    problem: "Alarm sounds without a reason",
    equipmentDown: "yes",
  });
  const moves: [string, object][] = [
    ["start", {}],
    ["hold", { holdReason: "awaiting_part" }],
    ["resume", {}],
    ["resolve", { causeCode: "battery", resolution: "Battery replaced and checked" }],
  ];
  note("new call, device with 900: rows read", 800, made.read);
  note("new call, device with 900: rows written", null, made.written);
  let [trips, rows] = [made.trips, 0];
  for (const [move, body] of moves) {
    const done = await send(`/api/service-calls/${made.id}/${move}`, body);
    trips = Math.max(trips, done.trips);
    rows = Math.max(rows, done.read);
    note(`call, ${move}: rows written`, null, done.written);
  }
  note("moves of a call: rows read, the most", 800, rows);
  note("D1 round trips: a call's commands, the most", 3, trips);
}
