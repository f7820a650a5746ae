import { Link } from "react-router";
import { DefinitionList, Panel, Readout } from "#app/ui/page.tsx";
import type { ConsumerDetail } from "#worker/domain/calibration/consumer-detail.ts";
import { telHref } from "../masters/words.ts";
import { addressText, deliveryText, yes } from "./consumer-words.tsx";

type Props = { detail: ConsumerDetail & { countryName: string | null } };

/** Who a consumer is, and how its certificates are made. */
export function ConsumerOverview({ detail }: Props) {
  const { consumer, counts, ruleName, countryName } = detail;
  const { phone, email } = consumer;
  const here = `/consumer/detail/${consumer.id}`;
  const place = addressText(consumer, countryName);
  return (
    <>
      <Readout
        label="Parts of this consumer"
        figures={[
          ...(counts.machines === null
            ? []
            : [
                {
                  label: "Machines",
                  value: counts.machines,
                  to: `/machines?consumer=${consumer.id}`,
                },
              ]),
          { label: "Sites", value: counts.sites, to: `${here}?tab=sites` },
          { label: "Contacts", value: counts.contacts, to: `${here}?tab=contacts` },
          { label: "Contract reviews", value: counts.reviews, to: `${here}?tab=reviews` },
        ]}
      />
      <div className="cols cols-2">
        <Panel title="Consumer">
          <DefinitionList
            entries={[
              ["Legal name", consumer.legalName],
              ["Tax number", consumer.taxNo && <span className="code">{consumer.taxNo}</span>],
              ["Address", place && <span className="said">{place}</span>],
              ["Phone", phone && <a href={telHref(phone)}>{phone}</a>],
              ["E-mail", email && <a href={`mailto:${email}`}>{email}</a>],
            ]}
          />
        </Panel>
        <Panel title="Certificates">
          <div className="stack">
            <DefinitionList
              entries={[
                ["Decision rule", ruleName && <Link to="/decision-rules">{ruleName}</Link>],
                ["Delivery", deliveryText(consumer.delivery)],
                [
                  "Language",
                  consumer.language && <span className="code">{consumer.language}</span>,
                ],
                ["Next calibration on certificates", yes(consumer.intervalOnCertificate)],
              ]}
            />
            {counts.reviews === 0 && !ruleName && (
              <p className="muted">
                A statement of conformity needs a decision rule here or a contract review.
              </p>
            )}
          </div>
        </Panel>
      </div>
    </>
  );
}
