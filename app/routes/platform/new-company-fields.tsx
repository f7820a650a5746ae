import type { Choice } from "#app/shared/list.ts";
import { SelectField } from "#app/ui/fields.tsx";

/** What a new company reckons in; its country says where nothing is chosen. */
export const PlaceFields = ({
  currencies,
  zones,
}: Record<"currencies" | "zones", readonly Choice[]>) => (
  <>
    <SelectField
      name="currency"
      label="Currency"
      options={currencies}
      placeholder="As in its country"
    />
    <SelectField
      name="timeZone"
      label="Time zone"
      options={zones}
      placeholder="As in its country"
    />
  </>
);

/** Where a new company's data lives. */
export const ShardField = ({ shards }: { shards: readonly Choice[] }) => (
  <SelectField
    name="shardId"
    label="Shard"
    options={shards}
    placeholder="The least filled"
    hint="The database its data lives in. It does not move later."
  />
);
