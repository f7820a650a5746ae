import type { Choice } from "#app/shared/list.ts";
import {
  CheckField,
  EmailField,
  NumberField,
  ReadOnlyField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import type { PlatformSettingsPage } from "#worker/domain/platform/save-settings.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { localMoment } from "../calls/moment.ts";
import { SectionForm } from "../settings/section-form.tsx";

export type Props = {
  page: PlatformSettingsPage;
  countries: Choice[];
  actionData: FormResult | undefined;
};
type Name = keyof PlatformSettingsPage["fields"];

/** What the form of a section is given. */
const of = ({ page, actionData }: Props, section: keyof PlatformSettingsPage["sections"]) => ({
  ...page.sections[section],
  intent: section,
  mayEdit: true,
  actionData,
});
/** The name of a field with what it is called, and what is said of it. */
const field = ({ page }: Props, name: Name) => {
  const { label, hint } = page.fields[name];
  return { name, label, ...(hint ? { hint } : {}) };
};

export const BrandSection = (props: Props) => (
  <SectionForm
    {...of(props, "brand")}
    title="Brand"
    about="How the platform presents itself, and how people reach it."
  >
    <TextField {...field(props, "brandName")} maxLength={60} required />
    <EmailField {...field(props, "supportEmail")} />
    <TextArea {...field(props, "postalAddress")} maxLength={300} rows={3} />
    <TextField {...field(props, "mapLink")} type="url" maxLength={500} />
  </SectionForm>
);

export const SenderSection = (props: Props) => (
  <SectionForm {...of(props, "sender")} title="Mail sender" about="Who all mails are from.">
    <TextField {...field(props, "senderName")} maxLength={60} />
    <ReadOnlyField
      label="Address"
      value={props.page.sender}
      hint="Set by the configuration, because its domain must be proved to mail servers."
    />
  </SectionForm>
);

export const SellerSection = (props: Props) => (
  <SectionForm
    {...of(props, "seller")}
    title="Seller on invoices"
    about="Who sells, as invoices name them. An invoice keeps what stood here when it was made."
    save="Save seller"
  >
    <TextField {...field(props, "sellerName")} maxLength={150} />
    <TextArea {...field(props, "sellerAddress")} maxLength={500} rows={3} />
    <div className="form form-2">
      <SelectField {...field(props, "sellerCountry")} options={props.countries} />
      <TextField {...field(props, "sellerRegion")} maxLength={80} />
    </div>
    <TextArea {...field(props, "sellerTaxIds")} rows={2} />
    <div className="form form-2">
      <TextField {...field(props, "invoicePrefix")} maxLength={10} required />
      <TextField {...field(props, "creditPrefix")} maxLength={10} required />
    </div>
  </SectionForm>
);

export const TaxSection = (props: Props) => (
  <SectionForm
    {...of(props, "tax")}
    title="Tax"
    about="The rate of a customer's country goes on their invoice. Inside the seller's state of India it is half CGST and half SGST, elsewhere in India IGST."
  >
    <TextArea {...field(props, "taxRates")} rows={5} maxLength={2000} />
    <TextArea {...field(props, "untaxedNote")} rows={3} maxLength={300} />
  </SectionForm>
);

export const TrialSection = (props: Props) => (
  <SectionForm
    {...of(props, "trial")}
    title="Trial and grace"
    about="For companies that begin a trial, and subscriptions that end, from now on."
  >
    <div className="form form-2">
      <NumberField {...field(props, "trialDays")} unit="days" min={1} max={365} required />
      <NumberField {...field(props, "graceDays")} unit="days" min={7} max={15} required />
    </div>
  </SectionForm>
);

export const GatewaysSection = (props: Props) => (
  <SectionForm
    {...of(props, "gateways")}
    title="Payment gateways"
    about="How companies can pay. A gateway needs its keys in the configuration before it can be on."
  >
    <CheckField
      name="offline"
      label="Offline: by bank transfer or cheque, noted by staff"
      defaultChecked
      disabled
      hint="Always on"
    />
    {(
      [
        ["isRazorpayOn", props.page.keys.razorpay],
        ["isStripeOn", props.page.keys.stripe],
      ] as const
    ).map(([name, hasKeys]) => (
      <CheckField
        key={name}
        {...field(props, name)}
        off="0"
        disabled={!hasKeys}
        hint={hasKeys ? "Has its keys" : "Not configured: no keys"}
      />
    ))}
  </SectionForm>
);

export function MaintenanceSection(props: Props) {
  const { timeZone } = useFormat();
  const section = of(props, "maintenance");
  const { maintenanceUntil: until } = section.values;
  return (
    <SectionForm
      {...section}
      values={{
        ...section.values,
        maintenanceUntil: typeof until === "number" ? localMoment(until, timeZone) : "",
      }}
      title="Maintenance notice"
      about="Everybody sees it within half a minute, and until the time is over. Empty the notice to end it sooner."
      save="Save notice"
    >
      <TextArea {...field(props, "maintenanceText")} maxLength={300} rows={3} />
      <TextField {...field(props, "maintenanceUntil")} type="datetime-local" />
    </SectionForm>
  );
}
