import { figures, type Person } from "./client.ts";
import { serveHospital } from "./hospital.ts";
import { exported } from "./spreadsheets.ts";

const terms = [
  "a",
  "ventilator",
  "monitor icu",
  "AST-00042",
  "zz",
  "*",
  '"',
  "NEAR(",
  "é",
  "philips intellivue",
  "1",
];

const nextOf = (text: string) => (JSON.parse(text) as { next: string | null }).next;

/** Rows read and round trips of what people open all day. */
export async function countRows(assets: number, port: number) {
  const { admin, end } = await serveHospital(assets, port, true);
  const read = async (path: string) => figures(await admin.page(path));
  /** The most rows that the list of assets reads for any of these queries. */
  async function mostRead(queries: readonly string[]): Promise<number> {
    let most = 0;
    for (const query of queries) most = Math.max(most, (await read(`/all-assets?${query}`)).read);
    return most;
  }
  await read("/all-assets");
  const first = JSON.parse((await admin.api("/api/assets")).text) as { data: { id: string }[] };
  const asset = (
    JSON.parse((await admin.api(`/api/assets/${first.data[0]!.id}`)).text) as {
      data: Record<string, string> & { id: string };
    }
  ).data;
  const pages = {
    list: await read("/all-assets"),
    filtered: await read(`/all-assets?category=${asset.category_id}`),
    pair: await read(`/all-assets?category=${asset.category_id}&department=${asset.department_id}`),
    last: await read(`/all-assets?dir=desc`),
    search: await read("/all-assets?q=ventilator"),
    detail: await read(`/asset/detail/${asset.id}?tab=service-report`),
    stocks: await read("/stocks"),
    dashboard: await read("/dashboard"),
  };
  const filterValues = {
    category: asset.category_id,
    department: asset.department_id,
    place: asset.location_id,
    team: asset.team_id,
    vendor: asset.vendor_id,
    ...{ lifecycle: "in_service", condition: "not_working", criticality: "life_support" },
    ...{ failed: "1", missing: "cost", year: "2024", price: "6" },
    ...{ pm: "overdue", cal: "due", cover: "90" },
  };
  const filters = ["", ...Object.entries(filterValues).map(([name, value]) => `${name}=${value}`)];
  const isIndexed = (filter: string) =>
    /^(category|department|team|vendor|condition|failed|pm|cal|cover)=/.test(filter);
  const names = Object.keys(filterValues) as (keyof typeof filterValues)[];
  const pairs = names.flatMap((a, at) =>
    names.slice(at + 1).map((b) => `${a}=${filterValues[a]}&${b}=${filterValues[b]}`),
  );
  const many = [
    "lifecycle=in_service&criticality=high&pm=overdue&cover=none",
    `department=${filterValues.department}&lifecycle=live&pm=due&condition=working`,
  ];
  const ways = (orders: string[]) =>
    orders.flatMap((order) => ["asc", "desc"].map((dir) => `${order}&dir=${dir}`));
  const lists = await mostRead([
    ...ways(["sort=code", "sort=name", "sort=newest"]),
    ...filters.filter(isIndexed),
  ]);
  const sorted = await mostRead(filters.map((filter) => `sort=cost&dir=desc&${filter}`));
  const combined = await mostRead([
    ...filters.filter((filter) => filter && !isIndexed(filter)),
    ...pairs,
    ...many,
  ]);
  const searches = await mostRead(terms.map((term) => `q=${encodeURIComponent(term)}`));
  const call = figures(await admin.api("/api/assets"));
  const second = nextOf((await admin.api("/api/assets")).text);
  const deep = await read(`/all-assets?after=${second}`);
  const command = await serviceReport(admin, asset.id);
  const opened = await mostOpened(read, asset.id);
  const rowsRead = async () =>
    (JSON.parse((await admin.page("/__statements")).text) as { read: number }).read;
  const download = await exported(admin, `?department=${asset.department_id}`, rowsRead);
  await end();
  return { pages, call, deep, command, opened, download, lists, sorted, combined, searches };
}

const tabs = "overview service-report accessory parts document movement cost history".split(" ");

/** Tabs that sum all reports of a device, or name what each value of its log points to. */
const dear = /tab=(cost|history)$/;

/** The most rows that any tab of a device, the palette, a scan or a picker reads; `others` leaves out the dear tabs. */
async function mostOpened(
  read: (path: string) => Promise<{ read: number }>,
  device: string,
): Promise<{ most: number; others: number }> {
  const paths = [
    ...tabs.map((tab) => `/asset/detail/${device}?tab=${tab}`),
    ...["PM-10", "ventilator", "AST-0004", "an"].map((q) => `/palette?q=${q}`),
    ...["AST-00042", "none"].map((text) => `/scan?text=${text}`),
    ...["", "vent"].map((q) => `/asset/choices?q=${q}`),
    ...["vendors", "locations", "places", "people"].flatMap((list) =>
      ["", "a"].map((q) => `/choices?list=${list}&q=${q}`),
    ),
  ];
  let [most, others] = [0, 0];
  for (const path of paths) {
    const rows = (await read(path)).read;
    most = Math.max(most, rows);
    if (!dear.test(path)) others = Math.max(others, rows);
  }
  return { most, others };
}

type Item = {
  id: string;
  store_id: string;
  rate: string;
  quantity: number;
  min_qty: number | null;
  is_active: boolean;
  next_expiry_on: string | null;
};

/** Three items of one store without batches, each with enough stock to stay above its minimum when one is used. */
function threeItems(items: readonly Item[]): Item[] {
  const plain = items.filter(
    ({ is_active, next_expiry_on }) => is_active && next_expiry_on === null,
  );
  const ample = plain.filter(({ quantity, min_qty }) => quantity > (min_qty ?? 0) + 1);
  const store = ample
    .map(({ store_id }) => ample.filter((item) => item.store_id === store_id))
    .find(({ length }) => length >= 3);
  return store!.slice(0, 3);
}

/** Sends a service report with three parts. @returns its D1 figures */
async function serviceReport(admin: Person, asset: string) {
  const items = threeItems(
    (JSON.parse((await admin.api("/api/stocks?size=100")).text) as { data: Item[] }).data,
  );
  const now = new Date(Date.now() - Math.random() * 8e10)
    .toISOString()
    .replace(/[-:T]/g, "")
    .slice(2, 14);
  const form = new URLSearchParams({
    service_ticket: `PM-${now}`,
    date: "2026-01-15",
    service_type: "pm",
    complaint_by: "Bench",
  });
  for (const [at, { id, rate }] of items.entries()) {
    form.set(`parts[${at}][id]`, id);
    form.set(`parts[${at}][qty]`, "1");
    form.set(`parts[${at}][cost]`, rate);
  }
  return figures(
    await admin.api(
      `/api/service-report/create/${asset}`,
      form.toString(),
      "application/x-www-form-urlencoded",
    ),
  );
}
