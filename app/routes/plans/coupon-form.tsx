import { type ReactNode, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { CheckList } from "#app/ui/check-list.tsx";
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SegmentedField,
  SelectField,
  TextField,
} from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Note } from "#app/ui/states.tsx";

type Coupon = {
  version: number;
  usedCount: number;
  kind: string;
  currency: string | null;
  planIds: readonly string[];
};
type Props = {
  title: string;
  verb: string;
  back: string;
  coupon: Coupon | null;
  plans: Choice[];
  currencies: Choice[];
  today: string;
  problem: Refused | undefined;
  /** How the code, or the codes, come about. */
  children: ReactNode;
};

const kinds = [
  { value: "percent", label: "Per cent" },
  { value: "flat", label: "Amount" },
];

/** The terms of one coupon, or of many that are made at once. */
export function CouponForm(props: Props) {
  const { title, verb, back, coupon, plans, currencies, today, problem, children } = props;
  const values: Record<string, unknown> = coupon ?? {
    ...{ kind: "percent", startsOn: today, perCompanyLimit: 1, isActive: true },
  };
  const typed = problem?.values ?? values;
  const [kind, setKind] = useState(String(typed.kind ?? "percent"));
  const [currency, setCurrency] = useState(String(typed.currency ?? ""));
  const isFlat = kind === "flat";
  const sign = currency ? { currency } : {};
  return (
    <RecordForm
      title={title}
      crumbs={[{ label: "Coupons", to: "/coupons" }]}
      back={back}
      version={coupon?.version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>{verb}</SubmitButton>}
    >
      {coupon && coupon.usedCount > 0 && (
        <Note tone="info">
          It has been redeemed: what it takes off stays as it is. Its end, its limits and whether it
          is active can change.
        </Note>
      )}
      <Panel title="Code">
        <div className="form form-2">{children}</div>
      </Panel>
      <Panel title="Discount">
        <div className="form form-2">
          <SegmentedField name="kind" label="Kind" required options={kinds} onChange={setKind} />
          <TextField
            name="value"
            label="Value"
            required
            maxLength={20}
            inputMode="decimal"
            autoComplete="off"
            hint={isFlat ? "An amount before tax." : "A whole number from 1 to 100."}
          />
          <SelectField
            name="currency"
            label="Currency"
            options={currencies}
            hint="Of an amount, and of the two limits beside it."
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
          <MoneyField
            name="maxDiscountMinor"
            label="Largest discount"
            {...sign}
            hint="Only of a discount in per cent. Empty: none."
          />
          <MoneyField
            name="minOrderMinor"
            label="Smallest order"
            {...sign}
            hint="It counts from this amount on. Empty: for any order."
          />
          <CheckList
            name="planIds"
            label="Plans"
            options={plans}
            defaultChosen={coupon?.planIds ?? []}
            none="There are no plans yet"
            hint="None chosen: all of them."
          />
        </div>
      </Panel>
      <Panel title="When and how often">
        <div className="form form-2">
          <DateField name="startsOn" label="Starts" required />
          <DateField name="endsOn" label="Ends" required hint="The last day on which it counts." />
          <NumberField
            name="maxRedemptions"
            label="Uses in all"
            min={1}
            hint="Empty: as often as people like."
          />
          <NumberField name="perCompanyLimit" label="Uses a company" required min={1} />
          <CheckField name="isActive" label="Active" off="0" hint="Off: nobody can redeem it." />
        </div>
      </Panel>
    </RecordForm>
  );
}

/** The code of one coupon. */
export const CodeField = () => (
  <TextField
    name="code"
    label="Code"
    required
    mono
    maxLength={20}
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    hint="4 to 20 letters and digits. Small letters become capitals."
  />
);
