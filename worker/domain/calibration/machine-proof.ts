import { dayIn } from "#app/shared/company-time.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { consumerSites, consumers } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Company, Session } from "../../session.ts";
import type { MachineInput } from "./machine-input.ts";

type Site = Pick<Row<typeof consumerSites>, "consumerId">;
const BOTH_SIDES = 2;

/** Whether a company has assets besides its laboratory, so that a machine may be one of them. */
export const hasAssets = ({ serviceType }: Pick<Company, "serviceType">) =>
  serviceType === BOTH_SIDES;

/** What of a machine's form only the company can know; null for a site that was not asked for. */
export function wrongMachine(
  company: Company,
  { owner, consumerId, lastCalOn }: Pick<MachineInput, "owner" | "consumerId" | "lastCalOn">,
  site: Site | null,
): FieldErrors {
  return {
    ...(owner === "own_asset" && !hasAssets(company)
      ? { owner: ["Your company keeps no assets here"] }
      : {}),
    ...(site && site.consumerId !== consumerId
      ? { consumerSiteId: ["This site belongs to another consumer"] }
      : {}),
    ...(lastCalOn && lastCalOn > dayIn(company.timeZone)
      ? { lastCalOn: ["It cannot be in the future"] }
      : {}),
  };
}

/**
 * Refuses what the company does not allow of a machine's form.
 * @param more a statement of the same read; its first row is answered
 * @throws Response 404 for a site that is not the company's, 422
 */
export async function provenMachine(
  session: Session,
  db: CompanyDb,
  values: MachineInput,
  more?: Statement,
): Promise<[unknown]> {
  const { consumerId, consumerSiteId } = values;
  const places = consumerSiteId
    ? [db.byId(consumerSites, consumerSiteId), db.byId(consumers, consumerId ?? "")]
    : [];
  const reads = [...places, ...(more ? [more] : [])];
  const rows = (reads.length ? await db.read(...(reads as [Statement])) : []) as unknown[][];
  if (consumerSiteId && consumerId && !rows[1]?.[0]) notFound("consumer");
  const site = consumerSiteId ? ((rows[0]?.[0] as Site | undefined) ?? notFound("site")) : null;
  const errors = wrongMachine(session.company, values, site);
  if (Object.keys(errors).length) invalid(errors);
  return [more ? rows.at(-1)?.[0] : undefined];
}
