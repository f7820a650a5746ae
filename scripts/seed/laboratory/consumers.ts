import { contacts, reviews, sites } from "#worker/domain/calibration/consumer-parts.ts";
import { consumers } from "#worker/domain/calibration/consumers.ts";
import { isGstin } from "#worker/domain/entity/tax-ids.ts";
import { at, type Bench, daysBefore, engineerAt } from "./bench.ts";
import type { ConsumerRow } from "./tables.ts";

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A tax number of India with the character that checks it. */
function gstinOf({ state, pan }: NonNullable<ConsumerRow["tax"]>): string {
  const found = [...CHARACTERS].map((last) => `${state}${pan}1Z${last}`).find(isGstin);
  if (!found) throw new Error(`${state} and ${pan} give no GSTIN`);
  return found;
}

export type Consumer = { id: string; sites: string[] };
/** Whose orders wait for a payment. */
const onHold = { name: "Colombo Lanka Surgicals", since: 18 };
const scopes = [
  "Calibration of patient monitors, infusion and syringe pumps and defibrillators, on site.",
  "Calibration of all devices of the list that was handed over, on site and in the laboratory.",
  "Calibration with electrical safety tests by IEC 62353 of the devices of the list.",
] as const;

/** A consumer with sites, people and what was agreed. @param come what to do as soon as it is there */
export function planConsumer(
  bench: Bench,
  row: ConsumerRow,
  turn: number,
  come: (consumer: Consumer) => void,
): void {
  const { history, quality, ids } = bench;
  const { own, rule, tax, joined } = row;
  const desk = engineerAt(bench, turn);
  history.plan(at(bench, joined, 11), async () => {
    const decisionRuleId = ids.rules.get(rule)!;
    const values = {
      ...{ ...own, taxNo: tax ? gstinOf(tax) : "", language: "en" },
      defaultDecisionRuleId: decisionRuleId,
    };
    const { data } = await consumers.create(desk, values);
    const consumerId = data.id;
    const made: string[] = [];
    for (const [nth, { name, city }] of row.sites.entries()) {
      const { country } = own;
      const site = { consumerId, name, city, country: country!, isWorkLocation: nth === 0 };
      made.push((await sites.create(desk, site)).data.id);
    }
    for (const [nth, person] of row.contacts.entries())
      await contacts.create(desk, {
        ...{ consumerId, ...person },
        ...{ receivesCertificates: nth === 0, receivesDueReminders: nth === 0 },
      });
    const agreed = {
      ...{ consumerId, scope: scopes[turn % scopes.length]!, decisionRuleId },
      methodAgreed: "The laboratory's own procedures, after the standards that they name",
      ...{ intervalAgreed: own.intervalOnCertificate, subcontractAgreed: turn % 4 === 0 },
      agreedBy: row.contacts[0]!.name,
    };
    const review = (on: number) =>
      history.plan(at(bench, on, 15), () =>
        reviews.create(quality, { ...agreed, reviewedOn: daysBefore(bench, on) }),
      );
    review(joined - 2);
    if (turn % 2 === 0) review(150 + 9 * turn);
    come({ id: consumerId, sites: made });
    if (own.name === onHold.name)
      history.plan(at(bench, onHold.since, 12), () =>
        consumers.update(quality, consumerId, { ...values, status: "hold" }),
      );
  });
}
