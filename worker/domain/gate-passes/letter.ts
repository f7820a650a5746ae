import { dateText } from "#app/shared/dates.ts";
import type { Company } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";

type Line = {
  name: string;
  serialNo: string | null;
  qty: number;
  returnedQty: number;
  isOpen: boolean;
};
type Pass = {
  number: string;
  expectedReturnOn: string | null;
  partyName: string | null;
  party: { vendorName: string; email: string | null; contactName: string | null } | null;
  lines: readonly Line[];
};
type Sender = Pick<Company, "name" | "settings" | "country">;

const itemText = ({ name, serialNo, qty, returnedQty }: Line) =>
  `- ${[`${qty - returnedQty} x ${name}`, serialNo && `serial ${serialNo}`].filter(Boolean).join(", ")}`;

/** The letter that asks a party for what is still out, to be read over before it is sent. `to` is empty where no address is known. */
export function letterOf(pass: Pass, company: Sender) {
  const { number, expectedReturnOn, party, lines } = pass;
  const format = settingOf(company, "date_format");
  const due = expectedReturnOn
    ? `These things left us on gate pass ${number} and were to be back by ${dateText(expectedReturnOn, format)}:`
    : `These things left us on gate pass ${number}:`;
  return {
    to: party?.email ?? "",
    subject: `${number}: please return what is still with you`,
    letter: [
      `Dear ${party?.contactName ?? party?.vendorName ?? pass.partyName ?? "Sir or Madam"},`,
      "",
      due,
      ...lines.filter(({ isOpen }) => isOpen).map(itemText),
      "",
      "Please tell us when they come back, or what they wait for.",
      "",
      company.name,
    ].join("\n"),
  };
}
