import type { Person } from "./client.ts";

/** The nth device of a register, by the names of its columns. */
const deviceOf = (n: number) => ({
  "Asset code": `BENCH-${n}`,
  Name: ["Ventilator", "Infusion pump", "ECG recorder"][n % 3],
  Make: "Acme",
  Model: `M${n % 40}`,
  "Serial no": `BN-${n}`,
  Category: `Bench category ${n % 20}`,
  Location: `Bench ward ${n % 30}`,
  Criticality: ["High", "low", "Life support"][n % 3],
  "Purchase date": `${(n % 28) + 1}-Mar-2023`,
  "Purchase cost": `${n}.50`,
  Vendor: `Bench vendor ${n % 10}`,
  "Warranty start": "2023-04-01",
  "Warranty end": "2025-03-31",
  "PM required": n % 2 ? "yes" : "No",
  "Useful life (months)": "84",
  Remarks: n % 10 ? "" : "Bought with the ward",
});

/** A register as a hospital has it, as CSV. */
function register(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => Object.values(deviceOf(n)));
  return [Object.keys(deviceOf(0)), ...rows].map((cells) => cells.join(",")).join("\r\n");
}

type ImportJob = { id: string; state: string; mapping: Record<string, number> };

/** Brings in a file of so many rows, from the upload to the last row written. @returns milliseconds a row */
export async function importSpeed(admin: Person, count: number): Promise<number> {
  const boundary = "----bench";
  const field = (name: string, more: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const form = `${field("kind", "", "assets")}${field("file", '; filename="register.csv"', register(count))}--${boundary}--\r\n`;
  const send = async (path: string, body?: string, type?: string): Promise<ImportJob> => {
    const { status, text } = await admin.api(`/api/imports${path}`, body, type);
    if (status >= 400) throw new Error(`${path}: ${status} ${text}`);
    return (JSON.parse(text) as { data: ImportJob }).data;
  };
  const started = performance.now();
  const { id } = await send("", form, `multipart/form-data; boundary=${boundary}`);
  const { mapping } = await send(`/${id}`);
  const choices = {
    mode: "both",
    columns: Object.fromEntries(Object.entries(mapping).map(([name, at]) => [at, name])),
    missing: ["category", "department", "vendor"],
    day_first: true,
  };
  await send(`/${id}/mapping`, JSON.stringify(choices));
  while ((await send(`/${id}/check`, "{}")).state !== "checked");
  while ((await send(`/${id}/run`, "{}")).state !== "done");
  return (performance.now() - started) / count;
}

/**
 * Exports the assets that match the filters of an address.
 * @param read rows the server has read up to now; it counts with METER only
 * @returns `firstOverWhole`: when the first rows arrive, over when the last do
 */
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
