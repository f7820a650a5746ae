import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { companyLog, type Log, PLATFORM, platformLog } from "#worker/domain/activity/chain.ts";
import { logOf } from "./support/chains.ts";
import { checkPack } from "./support/check-pack.ts";
import { type Ask, askOf, type Chain, eachCompany } from "./support/companies.ts";
import { type Local, openLocal } from "./support/local.ts";
import { main } from "./support/project.ts";

const { values } = parseArgs({
  options: {
    company: { type: "string" },
    remote: { type: "boolean", default: false },
    pack: { type: "string" },
  },
});

/** @returns whether the chain of a company, or of the platform, holds */
async function verify(
  ask: Ask,
  local: Local | null,
  name: string,
  owner: string,
  log: Log,
): Promise<boolean> {
  const { rows, head, broken, heads, waiting } = await logOf(ask, local, owner, log);
  const rest = waiting ? `, ${waiting} not yet sealed` : "";
  if (broken)
    console.error(
      `${name}: BROKEN at no. ${broken.seq}${broken.id ? ` (${broken.id})` : ""}: ${broken.why}`,
    );
  else
    console.log(
      `${name}: ${rows} rows hold, ${heads} kept heads agree, head ${head.slice(0, 16)}…${rest}`,
    );
  return !broken;
}

/** The archive of an evidence pack, by itself; with a company its seals are compared with the company's chain as well. */
async function verifyPack(file: string): Promise<string[]> {
  const { files, seals, unread, wrong, told } = await checkPack(await readFile(file));
  const without = unread ? `, ${unread} only told: an Admin's pack holds what they cover` : "";
  if (!wrong.length) console.log(`${file}: ${files} files and ${seals} seals hold${without}`);
  if (wrong.length || !values.company) return wrong;
  const local = values.remote ? null : await openLocal();
  try {
    const chains = await eachCompany(local, values.company);
    if (!chains.length) throw new Error(`There is no company ${values.company}`);
    const seqs = told.map(({ seq }) => Number(seq)).join(", ") || "0";
    const [{ ask, id }] = chains as [Chain];
    const sealed = await ask<{ seq: number; hash: string }>(
      `select seq, hash from activity_log where company_id = ?1 and seq in (${seqs})`,
      id,
    );
    const hashes = new Map(sealed.map(({ seq, hash }) => [seq, hash]));
    const strange = told.filter(({ seq, hash }) => hashes.get(seq) !== hash);
    if (!strange.length) console.log(`${told.length} seals are those of ${values.company}`);
    return strange.map(({ seq }) => `Entry no. ${seq} is another one in ${values.company}`);
  } finally {
    await local?.close();
  }
}

main(async () => {
  if (values.pack) {
    const wrong = await verifyPack(values.pack);
    if (wrong.length) throw new Error(`${values.pack} is BROKEN:\n  ${wrong.join("\n  ")}`);
    return;
  }
  const local = values.remote ? null : await openLocal();
  let [chains, allHold] = [0, true];
  const checked = async (holds: Promise<boolean>) => {
    allHold = (await holds) && allHold;
    chains += 1;
  };
  try {
    if (!values.company || values.company === PLATFORM)
      await checked(
        verify(await askOf(local, "CONTROL_DB"), local, "the platform", PLATFORM, platformLog),
      );
    for (const { ask, id, slug } of await eachCompany(local, values.company))
      await checked(verify(ask, local, slug, id, companyLog));
  } finally {
    await local?.close();
  }
  if (!chains)
    throw new Error(
      values.company ? `There is no company ${values.company}` : "There is no company",
    );
  if (!allHold) process.exit(1);
});
