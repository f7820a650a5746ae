import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import { readPdf } from "./read-pdf.ts";

/** The SHA-256 of bytes in hex. */
export const hashOf = async (bytes: Uint8Array) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes as BufferSource)).toString("hex");
type Manifest = {
  entries: { name: string; bytes: number; sha256: string }[];
  left_out: string[];
  asset_code: string;
};
/** What a PDF says, line by line. */
export const textIn = async (bytes: Uint8Array) =>
  (await readPdf(bytes.slice().buffer))
    .flatMap(({ texts }) => texts.map(({ text }) => text))
    .join(" ");

/** An archive with its entries, each of which is what its manifest says. */
export async function opened(answer: Response) {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const manifest = JSON.parse(strFromU8(entries["manifest.json"]!)) as Manifest;
  const others = Object.keys(entries).filter((name) => name !== "manifest.json");
  expect(manifest.entries.map(({ name }) => name)).toEqual(others);
  for (const { name, bytes, sha256 } of manifest.entries)
    expect([entries[name]!.length, await hashOf(entries[name]!)], name).toEqual([bytes, sha256]);
  return { entries, manifest };
}

/** What `npm run audit:verify -- --pack` says of an archive, and how it ends. */
export async function verified(archive: Uint8Array): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), "pack-"));
  const file = join(folder, "pack.zip");
  await writeFile(file, archive);
  try {
    return await new Promise((resolve) =>
      execFile(process.execPath, ["scripts/audit.ts", "--pack", file], (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), said: out + err }),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
