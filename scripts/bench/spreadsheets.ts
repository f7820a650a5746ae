import type { Person } from "./client.ts";

const HEAD = [
  "Asset code",
  "Name",
  "Make",
  "Model",
  "Serial no",
  "Category",
  "Location",
  "Criticality",
  "Purchase date",
  "Purchase cost",
];
const MORE = [
  "Vendor",
  "Warranty start",
  "Warranty end",
  "PM required",
  "Useful life (months)",
  "Remarks",
];

/** A register as a hospital has it. */
function register(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => [
    ...[
      `BENCH-${n}`,
      ["Ventilator", "Infusion pump", "ECG recorder"][n % 3],
      "Acme",
      `M${n % 40}`,
      `BN-${n}`,
      `Bench category ${n % 20}`,
    ],
    ...[
      `Bench ward ${n % 30}`,
      ["High", "low", "Life support"][n % 3],
      `${(n % 28) + 1}-Mar-2023`,
      `${n}.50`,
      `Bench vendor ${n % 10}`,
    ],
    ...[
      "2023-04-01",
      "2025-03-31",
      n % 2 ? "yes" : "No",
      "84",
      n % 10 ? "" : "Bought with the ward",
    ],
  ]);
  return [[...HEAD, ...MORE], ...rows].map((cells) => cells.join(",")).join("\r\n");
}

type Told = {
  message: string;
  data: { id: string; state: string; mapping: Record<string, number> };
};

/** Brings in a file of so many rows, from the upload to the last row written. @returns milliseconds a row, and of each part */
export async function importSpeed(admin: Person, count: number) {
  const boundary = "----bench";
  const field = (name: string, more: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const form = `${field("kind", "", "assets")}${field("file", '; filename="register.csv"', register(count))}--${boundary}--\r\n`;
  const told = async (path: string, body?: string, type?: string): Promise<Told["data"]> => {
    const { status, text } = await admin.api(`/api/imports${path}`, body, type);
    if (status >= 400) throw new Error(`${path}: ${status} ${text}`);
    return (JSON.parse(text) as Told).data;
  };
  const parts: Record<string, number> = {};
  const timed = async (part: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    parts[part] = (performance.now() - started) / count;
  };
  const until = async (id: string, step: string, state: string) => {
    while ((await told(`/${id}/${step}`, "{}")).state !== state);
  };
  let id = "";
  await timed("upload", async () => {
    ({ id } = await told("", form, `multipart/form-data; boundary=${boundary}`));
  });
  await timed("mapping", async () => {
    const { mapping } = await told(`/${id}`);
    const columns = Object.fromEntries(Object.entries(mapping).map(([name, at]) => [at, name]));
    await told(
      `/${id}/mapping`,
      JSON.stringify({
        mode: "both",
        columns,
        missing: ["category", "department", "vendor"],
        day_first: true,
      }),
    );
  });
  await timed("check", () => until(id, "check", "checked"));
  await timed("run", () => until(id, "run", "done"));
  return { msPerRow: Object.values(parts).reduce((sum, part) => sum + part, 0), parts };
}

/** When the first rows of an export arrive, over when the last do. */
export const firstOverWhole = async (admin: Person): Promise<number> =>
  (await exported(admin)).firstOverWhole;

/** Takes devices out, by the filters of an address. @param read rows the server has read up to now; it counts with METER only */
export async function exported(
  admin: Person,
  filters = "",
  read: () => Promise<number> = async () => 0,
) {
  const before = await read();
  const started = performance.now();
  let first = 0;
  let rows = -1;
  const { status } = await admin.page(`/asset/export.csv${filters}`, (lines) => {
    if (!first && lines > 1) first = performance.now() - started;
    rows = lines - 1;
  });
  if (status !== 200) throw new Error(`The export answered ${status}`);
  return {
    rows,
    firstOverWhole: first / (performance.now() - started),
    readPerRow: ((await read()) - before) / rows,
  };
}
