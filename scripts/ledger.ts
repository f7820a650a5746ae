import { parseArgs } from "node:util";
import { ledgerOf } from "./support/chains.ts";
import { type Chain, eachCompany } from "./support/companies.ts";
import { type Local, openLocal } from "./support/local.ts";
import { main } from "./support/project.ts";

const { values } = parseArgs({
  options: { company: { type: "string" }, remote: { type: "boolean", default: false } },
});

/** @returns whether the ledger of a company holds */
async function verified({ ask, id, slug }: Chain, local: Local | null): Promise<boolean> {
  const { entries, head, broken, heads } = await ledgerOf(ask, local, id);
  if (broken) console.error(`${slug}: BROKEN at no. ${broken.seq}: ${broken.why}`);
  else
    console.log(
      `${slug}: ${entries} entries hold, ${heads} kept heads agree, head ${head.slice(0, 16)}…`,
    );
  return !broken;
}

main(async () => {
  const local = values.remote ? null : await openLocal();
  let allHold = true;
  try {
    const chains = await eachCompany(local, values.company);
    if (!chains.length)
      throw new Error(
        values.company ? `There is no company ${values.company}` : "There is no company",
      );
    for (const chain of chains) allHold = (await verified(chain, local)) && allHold;
  } finally {
    await local?.close();
  }
  if (!allHold) process.exit(1);
});
