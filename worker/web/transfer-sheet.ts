import { dateText, timeText } from "#app/shared/dates.ts";
import { lineWords, transferKinds, transferRules } from "#app/shared/flows/transfers.ts";
import { lineConditionWords } from "#app/shared/line-conditions.ts";
import { qrOf, transferAddress } from "../domain/labels/qr.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { TransferView } from "../domain/transfers/read.ts";
import type { Company } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || "–";

/** The slip of a transfer as it stands on paper, every text as it is read; the print page and the PDF both draw it. */
export function transferSheet(transfer: TransferView, company: Company, env: Env) {
  const format = settingOf(company, "date_format");
  const date = (on: string | null) => (on ? dateText(on, format) : "–");
  const time = (at: number) => timeText(at, company.timeZone, format);
  const { from, to, people, status } = transfer;
  const isBack = transfer.lines.some(({ conditionBack }) => conditionBack !== null);
  return {
    company: company.name,
    host: company.primaryHost,
    header: settingOf(company, "report_header"),
    footer: settingOf(company, "report_footer"),
    title: "Asset transfer",
    number: transfer.number,
    state: transferRules.states[status],
    entered: time(transfer.createdAt),
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
    heads: ["Code", "Asset", "Left", "Arrived", ...(isBack ? ["Back"] : [])],
    rows: transfer.lines.map((line) => [
      line.assetCode,
      [line.assetName, ...line.accessories.map(({ name }) => `+ ${name}`)].join("\n"),
      lineConditionWords[line.conditionOut],
      line.status === "pending"
        ? ""
        : joined(
            lineWords[line.status],
            line.conditionIn && lineConditionWords[line.conditionIn],
            line.discrepancy,
          ),
      ...(isBack ? [line.conditionBack ? lineConditionWords[line.conditionBack] : ""] : []),
    ]),
    signatures: [
      { role: "Approved by", name: people.approved ?? "" },
      { role: "Handed over by", name: people.dispatched ?? "" },
      { role: "Received by", name: people.received ?? "" },
    ],
    written: `Written ${time(Date.now())}`,
  };
}
export type TransferSheet = ReturnType<typeof transferSheet>;
