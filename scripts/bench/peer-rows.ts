import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../support/project.ts";
import { type Answer, ask, type Person } from "./client.ts";
import { seedHospital, serveHospital, stateOf } from "./hospital.ts";
import { freePorts } from "./processes.ts";

/** What both sides hold: so many devices, every fifth of them a pump, and two that have a history. */
export const PEER_ASSETS = 10_000;
export const PEER_NAMES = [
  "Infusion Pump",
  "Ventilator",
  "ECG Monitor",
  "Defibrillator",
  "Autoclave",
];
export const PEER_PUMPS = PEER_ASSETS / PEER_NAMES.length;
const SOME_REPORTS = 50;
const MANY_REPORTS = 900;
const STOCK = 1_000_000;
const FIRST_TICKET = Date.UTC(2020, 0, 1);

export type Side = {
  get: (path: string) => Promise<Answer>;
  /** Creates a service report with three parts. */
  create: (asset: string) => Promise<Answer>;
  /** The device with 50 reports, the one with 900, and devices without a history. */
  some: string;
  many: string;
  others: string[];
};

/** @throws for a refusal */
export function good(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}
const dataOf = <T>(answer: Answer) => (JSON.parse(good(answer).text) as { data: T }).data;
type Named = { id: string };

const report = {
  date: "2026-01-15",
  service_type: "other",
  complaint_by: "Bench",
  remark: "Replaced three parts",
};

/** Tickets that nobody has used: one for each second since 2020. */
let tickets = Math.floor(Math.random() * 1e8);
const nextTicket = () =>
  `PM-${new Date(FIRST_TICKET + tickets++ * 1000).toISOString().replace(/[-:T]/g, "").slice(2, 14)}`;

/** Our side: the API of a signed-in person. */
async function ours(person: Person): Promise<Side> {
  const [store] = dataOf<Named[]>(await person.api("/api/stores"));
  const parts: string[] = [];
  for (const name of ["Filter", "Cable", "Battery"]) {
    const item = {
      store_id: store!.id,
      name: `${name} ${Date.now()}`,
      rate: "10.00",
      opening_quantity: STOCK,
    };
    parts.push(dataOf<Named>(await person.api("/api/stocks", JSON.stringify(item))).id);
  }
  const create = (asset: string) => {
    const form = new URLSearchParams({
      ...report,
      service_ticket: nextTicket(),
      idempotency_key: crypto.randomUUID(),
    });
    for (const [at, id] of parts.entries())
      for (const [field, value] of Object.entries({ id, qty: "1", cost: "10.00" }))
        form.set(`parts[${at}][${field}]`, value);
    return person.api(
      `/api/service-report/create/${asset}`,
      form.toString(),
      "application/x-www-form-urlencoded",
    );
  };
  const devices = dataOf<Named[]>(await person.api("/api/assets?q=autoclave&size=100")).map(
    ({ id }) => id,
  );
  const [some, many, ...others] = devices as [string, string, ...string[]];
  return { get: person.api, create, some, many, others };
}

/** A hospital with the peer's rows, made once and copied for each run, which adds to it. */
export async function servePeerHospital() {
  const [seeded, like, copy] = [stateOf(PEER_ASSETS), stateOf("peer"), stateOf("peer-copy")];
  await seedHospital(PEER_ASSETS);
  if (!existsSync(join(like, "seeded"))) {
    rmSync(like, { recursive: true, force: true });
    cpSync(seeded, like, { recursive: true });
    rmSync(join(like, "seeded"));
    await run("node", ["scripts/bench/peer-names.ts"], { STATE: like });
    const server = await serveHospital("peer", await freePorts(), false);
    const side = await ours(server.admin);
    for (let n = 0; n < SOME_REPORTS; n++) good(await side.create(side.some));
    for (let n = 0; n < MANY_REPORTS; n++) good(await side.create(side.many));
    await server.end();
    writeFileSync(join(like, "seeded"), "");
  }
  rmSync(copy, { recursive: true, force: true });
  cpSync(like, copy, { recursive: true });
  const server = await serveHospital("peer-copy", await freePorts(), false);
  return { ...server, side: await ours(server.admin) };
}

const TOKEN = "tok-0123456789abcdef";
const MOST_A_REQUEST = 100;

/** The peer's side: its own API, with as many reports of the two devices as ours have; what earlier runs added is taken away. */
export async function peerSide(address: string): Promise<Side> {
  const { hostname, port, host } = new URL(address);
  if (hostname !== "127.0.0.1") throw new Error("--peer is an address on 127.0.0.1");
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const send = (path: string, method = "GET", body?: unknown) =>
    ask(Number(port), host, `/items/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const found = JSON.parse(
    good(await send("assets?limit=1&search=pump&meta=filter_count")).text,
  ) as {
    meta: { filter_count: number };
  };
  if (found.meta.filter_count !== PEER_PUMPS)
    throw new Error(
      `${found.meta.filter_count} devices of the peer match "pump", not ${PEER_PUMPS}`,
    );
  const devices = dataOf<{ id: number }[]>(
    await send("assets?limit=100&sort=name&search=autoclave&fields=id"),
  );
  const [some, many, ...others] = devices.map(({ id }) => String(id)) as [
    string,
    string,
    ...string[],
  ];
  const parts = [1, 2, 3].map((item_id) => ({ item_id, qty: 1, cost: 10 }));
  const reportOf = (asset: string) => ({
    ...report,
    asset_id: Number(asset),
    service_ticket: nextTicket(),
    parts,
  });
  for (const [asset, wanted] of [
    [some, SOME_REPORTS],
    [many, MANY_REPORTS],
  ] as const) {
    const all = dataOf<{ id: number }[]>(
      await send(`service_reports?limit=-1&fields=id&filter[asset_id][_eq]=${asset}`),
    );
    const over = all.slice(wanted).map(({ id }) => id);
    if (over.length) {
      const query = { filter: { report_id: { _in: over } }, limit: -1 };
      good(await send("service_report_parts", "DELETE", { query }));
      good(await send("service_reports", "DELETE", over));
    }
    for (let has = all.length; has < wanted; has += MOST_A_REQUEST)
      good(
        await send(
          "service_reports?fields=id",
          "POST",
          Array.from({ length: Math.min(MOST_A_REQUEST, wanted - has) }, () => reportOf(asset)),
        ),
      );
  }
  return {
    get: send,
    create: (asset) => send("service_reports", "POST", reportOf(asset)),
    some,
    many,
    others,
  };
}
