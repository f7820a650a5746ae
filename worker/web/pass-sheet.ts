import { dateText, timeText } from "#app/shared/dates.ts";
import { kindText, passRules, purposeText } from "#app/shared/flows/gate-passes.ts";
import { lineConditionText } from "#app/shared/line-conditions.ts";
import type { PassDetail } from "../domain/gate-passes/read.ts";
import { passAddress, qrOf } from "../domain/labels/qr.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";
import { type Slip, slipOf } from "./slip.ts";

/** Who keeps each copy of a pass. */
const copies = ["Security", "Party", "Store"] as const;

/** A gate pass as it stands on paper, a slip for each of its copies. */
export function passSheets(pass: PassDetail, company: Company, env: Env): [Slip, ...Slip[]] {
  const format = settingOf(company, "date_format");
  const time = (at: number) => timeText(at, company.timeZone, format);
  const facts: [name: string, text: string | null][] = [
    ["Goes to", pass.party?.vendorName ?? pass.partyName],
    ["Address", pass.partyAddress],
    ["Carrier", [pass.carrierName, pass.carrierPhone].filter(Boolean).join(", ")],
    ["Proof of identity", pass.carrierIdProof],
    ["Vehicle", pass.vehicleNo],
    ["Purpose", purposeText(pass.purpose)],
    ["Expected back", pass.expectedReturnOn && dateText(pass.expectedReturnOn, format)],
    ["Service call", pass.callNumber],
    ["Left", pass.outAt === null ? null : time(pass.outAt)],
  ];
  const slip: Slip = {
    ...slipOf(company),
    title: `${kindText(pass.kind)} gate pass`,
    numberName: "Gate pass",
    number: pass.number,
    under: "",
    state: passRules.states[pass.status],
    qr: qrOf(passAddress(originOf(env, company.primaryHost), pass.id)),
    qrName: `QR code of ${pass.number}`,
    facts: facts.flatMap(([name, text]) => (text ? [{ name, text }] : [])),
    texts: pass.remarks ? [{ title: "Remarks", text: pass.remarks }] : [],
    table: {
      title: "What leaves the site",
      heads: ["No", "What", "Serial no", "Quantity", "Condition"],
      shares: [0.07, 0.43, 0.2, 0.15, 0.15],
      rows: pass.lines.map((line, at) => [
        String(at + 1),
        [
          [line.assetCode, line.name].filter(Boolean).join(" "),
          ...pass.accessories
            .filter(({ id, assetId }) => assetId === line.assetId && line.accessoryIds.includes(id))
            .map(({ name }) => `+ ${name}`),
        ].join("\n"),
        line.serialNo ?? "",
        [String(line.qty), line.unit].filter(Boolean).join(" "),
        lineConditionText(line.conditionOut),
      ]),
    },
    signatures: [
      ...pass.approvals
        .filter(({ decision }) => decision === "approved")
        .map(({ level, userName, at }) => ({
          role: `Approved, level ${level}`,
          name: `${userName}, ${time(at)}`,
        })),
      { role: "Carrier", name: pass.carrierName },
      { role: "Security", name: "Name and time" },
    ],
    written: `Written ${time(Date.now())}`,
  };
  const [first, ...others] = copies.map((copy): Slip => ({ ...slip, under: `${copy} copy` }));
  return [first!, ...others];
}
