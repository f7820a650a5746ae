import type { ReactNode } from "react";
import { Link } from "react-router";
import { billingWord, includedText, NOTICE_DAYS } from "#app/shared/contracts.ts";
import { plural } from "#app/shared/plural.ts";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { ContractDetail } from "#worker/domain/contracts/read.ts";
import { telHref } from "../masters/words.ts";

const hours = (n: number | null) => n !== null && plural(n, "1 hour", "{n} hours");

const ended = ({
  terminatedOn,
  terminateReason,
}: ContractDetail["contract"]): [name: string, value: ReactNode][] =>
  terminatedOn === null
    ? []
    : [
        ["Terminated on", <DateText key="end" on={terminatedOn} />],
        ["Reason", terminateReason],
      ];

/** What was agreed, and with whom. */
export function Terms({ contract, vendor }: Pick<ContractDetail, "contract" | "vendor">) {
  const { phone, email, contactName } = vendor;
  return (
    <Panel title="Terms">
      <DefinitionList
        entries={[
          [
            "Vendor",
            <Link key="vendor" to={`/vendor/detail/${contract.vendorId}`} prefetch="intent">
              {vendor.name}
            </Link>,
          ],
          ["Contact", contactName],
          [
            "Phone",
            <a key="phone" href={telHref(phone)}>
              {phone}
            </a>,
          ],
          [
            "E-mail",
            email && (
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          ],
          ["Included", includedText(contract.hasLabour, contract.hasSpares)],
          ["Exclusions", contract.exclusions],
          ["Response", hours(contract.responseHours)],
          ["Resolution", hours(contract.resolveHours)],
          ["Uptime", contract.uptimeBp !== null && `${contract.uptimeBp / 100} %`],
          ["Penalty", contract.penaltyNote],
          ["Billing", billingWord(contract.billing)],
          ["Notice", plural(contract.noticeDays ?? NOTICE_DAYS, "1 day", "{n} days")],
          ["Remarks", contract.remarks],
          ...ended(contract),
        ]}
      />
    </Panel>
  );
}
