import { type Answer, ofStaff, type Person, signIn } from "../bench/client.ts";

const FRESH_MS = 4 * 60_000;
const PHOTO_BYTES = 200_000;
const OPENING = 1_000_000;

/** A report that the server has acknowledged: it must exist at the end. */
export type Written = { ticket: string; report: string; withPhoto: boolean };
export type Use = keyof ReturnType<typeof uses>;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
type Named = { id: string };
const dataOf = <T>({ text }: Answer) => (JSON.parse(text) as { data: T }).data;

const TOO_MANY = 429;
const CONFLICT = 409;
const UNREADY = 422;

/** @throws when the answer is an error or a refusal other than 429 */
function good(answer: Answer): Answer {
  if (answer.status >= 400 && answer.status !== TOO_MANY)
    throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`);
  return answer;
}

/** Signs a person in again every few minutes, as people do. */
function coming(...person: Parameters<typeof signIn>): () => Promise<Person> {
  let [since, signedIn] = [0, undefined as Person | undefined];
  return async () => {
    if (!signedIn || Date.now() - since > FRESH_MS) {
      signedIn = await signIn(...person);
      since = Date.now();
    }
    return signedIn;
  };
}

/** The uses of a day, each one or two requests, and the item whose stock the reports take. */
export async function day(port: number, written: Written[]) {
  const admin = coming(port);
  const me = await admin();
  const devices = dataOf<Named[]>(good(await me.api("/api/assets?size=100"))).map(({ id }) => id);
  const [store] = dataOf<Named[]>(good(await me.api("/api/stores")));
  const item = {
    store_id: store!.id,
    name: `Soak ${Date.now()}`,
    rate: "1.00",
    opening_quantity: OPENING,
  };
  const added = async (more: object) =>
    dataOf<Named>(good(await me.api("/api/stocks", JSON.stringify({ ...item, ...more })))).id;
  const [part, supply] = [await added({}), await added({ name: `Supply ${Date.now()}` })];
  /** How much of the supply was acknowledged as received. */
  const received = { count: 0 };
  return {
    ...{ part, supply, received, opening: OPENING },
    uses: uses(port, { admin, devices, part, supply, received, written }),
  };
}

type Ward = {
  admin: () => Promise<Person>;
  devices: string[];
  part: string;
  supply: string;
  received: { count: number };
  written: Written[];
};

function uses(port: number, { admin, devices, part, supply, received, written }: Ward) {
  const laboratory = coming(port, "lab.localhost", "admin@lab.test");
  let machines: string[] | undefined;
  /** Sends a command under a key until it is answered. */
  const commanded = (who: () => Promise<Person>, path: string, body: object) => {
    const key = crypto.randomUUID();
    return untilAnswered(async () =>
      (await who()).api(path, JSON.stringify(body), "application/json", key),
    );
  };
  const clinic = coming(port, "clinic.localhost", "admin@clinic.test");
  const staff = coming(port, "localhost", "super@plumbline.test", ofStaff);
  const opens =
    (who: () => Promise<Person>, ...paths: (string | (() => string))[]) =>
    async () => {
      const path = pick(paths);
      good(await (await who()).page(typeof path === "string" ? path : path()));
    };
  let number = 0;
  const report = async () => {
    number += 1;
    const withPhoto = number % 3 === 0;
    const ticket = `PM-${new Date(Date.UTC(2020, 0, 1) + number * 1000).toISOString().replace(/[-:T]/g, "").slice(2, 14)}`;
    const form = new FormData();
    const fields = {
      service_ticket: ticket,
      date: "2026-01-15",
      service_type: "pm",
      complaint_by: "Soak",
    };
    for (const [name, value] of Object.entries({
      ...fields,
      "parts[0][id]": part,
      "parts[0][qty]": "1",
      "parts[0][cost]": "1.00",
    }))
      form.set(name, value);
    const photo = [
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      new Uint8Array(PHOTO_BYTES),
    ];
    if (withPhoto) form.set("media", new File(photo, "photo.png", { type: "image/png" }));
    const { headers, body } = await encoded(form);
    const path = `/api/service-report/create/${pick(devices)}`;
    const send = async () => dataOf<Named>(good(await (await admin()).api(path, body, headers))).id;
    written.push({ ticket, report: await untilAnswered(send), withPhoto });
  };
  return {
    lists: opens(
      admin,
      "/all-assets",
      "/all-assets?sort=cost&dir=desc",
      "/stocks",
      "/vendors",
      "/users",
      "/activity-logs",
      "/dashboard",
    ),
    search: opens(
      admin,
      ...["ventilator", "AST-0", "zz", "philips intellivue"].map(
        (words) => `/all-assets?q=${encodeURIComponent(words)}`,
      ),
    ),
    details: opens(admin, () => `/asset/detail/${pick(devices)}?tab=service-report`),
    reports: report,
    exports: opens(
      admin,
      "/asset/export.csv",
      "/asset/export.csv?format=xlsx",
      "/stocks/export.csv",
      "/users/export.csv",
    ),
    pdfs: opens(admin, () =>
      written.length && number % 2
        ? `/asset/service-report/pdf/${pick(written).report}`
        : `/asset/labels.pdf?ids=${devices.slice(0, 24).join()}&preset=a4-24&show=code&show=name`,
    ),
    stock: async () => {
      good(await commanded(admin, `/api/stocks/${supply}/receive`, { qty: 1 }));
      received.count += 1;
    },
    calls: async () => {
      const call = {
        asset_id: pick(devices),
        problem: "Alarm does not sound",
        equipment_down: "no",
      };
      const noted = await commanded(admin, "/api/service-calls", call);
      // Some devices are condemned.
      if (noted.status !== CONFLICT) good(noted);
    },
    certificates: async () => {
      machines ??= dataOf<Named[]>(
        good(await (await laboratory()).api("/api/machines?size=100")),
      ).map(({ id }) => id);
      const begun = await commanded(laboratory, "/api/certificate-reports", {
        machine_id: pick(machines),
      });
      // One of the machine may be open already, or it has no procedure.
      if (begun.status === CONFLICT || begun.status === UNREADY) return;
      const { id } = dataOf<Named>(good(begun));
      good(
        await commanded(laboratory, `/api/certificate-reports/${id}/cancel`, {
          reason: "The customer has asked for another day",
        }),
      );
    },
    clinic: opens(clinic, "/all-assets", "/departments", "/dashboard", "/asset/export.csv"),
    staff: opens(staff, "/companies", "/machine-types", "/pm-checklists", "/super-admin/users"),
    signIn: async () =>
      void (await signIn(port, "demo.localhost", pick(["engineer@demo.test", "viewer@demo.test"]))),
  };
}

/** A form encoded once, so that a repeated request has the same bytes. */
async function encoded(form: FormData) {
  const encoder = new Response(form);
  return {
    body: Buffer.from(await encoder.arrayBuffer()),
    headers: encoder.headers.get("content-type")!,
  };
}

const TRIES = 60;
/** Whether a request found no runtime, or lost its connection to it. */
export const isLost = (error: unknown) => /ECONN|hang up/.test(String(error));

/** Repeats a request until it is answered; its key makes sure that it is carried out once. */
async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === TRIES || !isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
