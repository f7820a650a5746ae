/** A certificate as it stands: what it is reckoned to, and what still stands in its way. */

import { ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import { ownProblems } from "#app/shared/certificates/own-fields.ts";
import {
  concededOn,
  type Gate,
  type GateCode,
  type GatedHead,
  type GatedMachine,
} from "#app/shared/measuring/gate-types.ts";
import { gateSentences, gatesOf } from "#app/shared/measuring/gates.ts";
import { conflict } from "../../refusals.ts";
import { reckoned } from "../measurement/reckoned.ts";
import { printedForm } from "./laid-out.ts";
import type { CertificateRecord } from "./record.ts";

/** What of the device gates look at. */
export const gatedMachine = ({ machine, model, setup }: CertificateRecord): GatedMachine => ({
  manufacturer: model.manufacturer,
  model: model.model,
  serialNo: machine.serialNo,
  customerTag: machine.customerTag,
  hasOwner: machine.consumerId !== null || machine.assetId !== null,
  electricalClass: setup.device.electricalClass,
  appliedPart: setup.device.appliedPart,
  supply: setup.device.supply,
});

/** What of the head gates look at. */
const gatedHead = ({ certificate }: Pick<CertificateRecord, "certificate">): GatedHead => {
  const { accredited, schemeNo, adjustment, asFoundMissing, deviations, showDue } = certificate;
  const { calStartOn, calEndOn } = certificate;
  return {
    ...{ accredited, schemeNo, adjustment, asFoundMissing, deviations, showDue },
    ...{ calStartOn, calEndOn },
  };
};

const formOf = ({ certificate }: Pick<CertificateRecord, "certificate">) =>
  printedForm(certificate.kind, certificate.form);

export type Standing = ReturnType<typeof standingOf>;
/** Reckons a certificate. @param today for concessions, which end @param whyNotSign why the person may not sign it; null when they may, or are not asked */
export function standingOf(record: CertificateRecord, whyNotSign: string | null, today: string) {
  const { setup, set, agreed } = record;
  const { measured } = set;
  const { lines, checks, environment, ...whole } = reckoned(setup, measured);
  const gates = gatesOf({
    ...{ setup, measured, lines, checks, environment, agreed, whyNotSign },
    head: gatedHead(record),
    machine: gatedMachine(record),
    conceded: concededOn(record.certificate.concessions, today),
    own: ownProblems(ownFieldsOf(formOf(record)), record.certificate.ownFields),
  });
  return { lines, checks, environment, gates, ...whole };
}

/** Refuses what gates do not let pass. @param only those that are asked; all of them when absent @throws Response 409 with all of them */
export function refuseGates(gates: readonly Gate[], only?: readonly GateCode[]): void {
  const asked = only ? gates.filter(({ code }) => only.includes(code)) : gates;
  const [first, ...others] = gateSentences(asked);
  if (first === undefined) return;
  conflict(others.length > 0 ? `${first}. There is more: see the list.` : first, { gates: asked });
}
