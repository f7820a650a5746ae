import type { Local } from "./local.ts";

/** The heads of a chain that are kept in R2 under a prefix, by sequence number. */
export async function keptHeads(
  local: Pick<Local, "bucket">,
  prefix: string,
): Promise<Map<number, string>> {
  const bucket = await local.bucket();
  const heads = new Map<number, string>();
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, ...(cursor ? { cursor } : {}) });
    for (const { key } of page.objects) {
      const head = (await (await bucket.get(key))!.json()) as { seq: number; hash: string };
      heads.set(head.seq, head.hash);
    }
    if (!page.truncated) return heads;
    cursor = page.cursor;
  }
}
