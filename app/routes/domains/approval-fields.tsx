import type { Choice } from "#app/shared/list.ts";
import { CheckField } from "#app/ui/choice-fields.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { DefinitionList } from "#app/ui/page.tsx";
import { PlaceFields, ShardField } from "../platform/new-company-fields.tsx";
import { serviceTypes } from "../platform/parts.tsx";

type Props = {
  request: {
    kind: "new_company" | "subdomain" | "custom_domain";
    hostname: string;
    serviceType: number | null;
    companyName: string;
    note: string | null;
  };
  /** Who asks, and how they are reached. */
  by: string;
  plans: readonly Choice[];
  shards: readonly Choice[];
  currencies: readonly Choice[];
  zones: readonly Choice[];
};

const follows = {
  new_company: "The company is founded, and whoever asked is invited as its first Admin.",
  subdomain: "The company has this address at once. The one it had leads to it.",
  custom_domain:
    "First add the host at the edge, as Operations says: its certificate does not come by itself. The company gets a record for its own DNS, and has the address the moment the record is found there.",
};

/** What staff decide with a request, by its kind. */
export function ApprovalFields({ request, by, plans, shards, currencies, zones }: Props) {
  const { kind, serviceType, companyName, note } = request;
  return (
    <>
      <DefinitionList
        entries={[
          ["Company", companyName],
          ["Asked by", by],
          ["Note", note],
        ]}
      />
      <p className="muted">{follows[kind]}</p>
      {kind === "new_company" && (
        <>
          <SelectField
            name="serviceType"
            label="Service type"
            options={serviceTypes}
            defaultValue={String(serviceType ?? "")}
            required
          />
          <SelectField
            name="planId"
            label="Plan to try"
            options={plans}
            placeholder="None: without an end"
          />
          <ShardField shards={shards} />
          <PlaceFields currencies={currencies} zones={zones} />
        </>
      )}
      <CheckField
        name="takesLookAlike"
        label="Give it although it looks like another address"
        hint="Needed only when you are told that people can take one for the other."
      />
    </>
  );
}
