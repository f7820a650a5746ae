import { dateText, timeText } from "#app/shared/dates.ts";
import { lineWords, transferKinds, transferRules } from "#app/shared/flows/transfers.ts";
import { lineConditionText } from "#app/shared/line-conditions.ts";
import { qrOf, transferAddress } from "../domain/labels/qr.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { TransferView } from "../domain/transfers/read.ts";
import type { Company } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";
import { type Slip, slipOf } from "./slip.ts";

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || "–";

/** The slip of a transfer as it stands on paper. */
export function transferSheet(transfer: TransferView, company: Company, env: Env): Slip {
  const format = settingOf(company, "date_format");
  const date = (on: string | null) => (on ? dateText(on, format) : "–");
  const time = (at: number) => timeText(at, company.timeZone, format);
  const { from, to, people, status } = transfer;
  const isBack = transfer.lines.some(({ conditionBack }) => conditionBack !== null);
  return {
    ...slipOf(company),
    title: "Asset transfer",
    numberName: "Transfer",
    number: transfer.number,
    under: time(transfer.createdAt),
    state: transferRules.states[status],
    qr: qrOf(transferAddress(originOf(env, company.primaryHost), transfer.id)),
    qrName: `QR code of ${transfer.number}`,
    facts: [
      { name: "From", text: joined(from.department, from.place) },
      { name: "To", text: joined(to.department, to.place) },
      { name: "Kind", text: transferKinds[transfer.kind] },
      { name: "Due back", text: date(transfer.dueBackOn) },
    ],
    texts: [
      { title: "Reason", text: transfer.reason },
      ...(transfer.remarks ? [{ title: "Remarks", text: transfer.remarks }] : []),
    ],
    table: {
      title: "Assets",
      heads: ["Code", "Asset", "Left", "Arrived", ...(isBack ? ["Back"] : [])],
      shares: isBack ? [0.16, 0.34, 0.12, 0.26, 0.12] : [0.18, 0.4, 0.14, 0.28],
      rows: transfer.lines.map((line) => [
        line.assetCode,
        [line.assetName, ...line.accessories.map(({ name }) => `+ ${name}`)].join("\n"),
        lineConditionText(line.conditionOut),
        line.status === "pending"
          ? ""
          : joined(lineWords[line.status], lineConditionText(line.conditionIn), line.discrepancy),
        ...(isBack ? [lineConditionText(line.conditionBack)] : []),
      ]),
    },
    signatures: [
      { role: "Approved by", name: people.approved ?? "" },
      { role: "Handed over by", name: people.dispatched ?? "" },
      { role: "Received by", name: people.received ?? "" },
    ],
    written: `Written ${time(Date.now())}`,
  };
}
