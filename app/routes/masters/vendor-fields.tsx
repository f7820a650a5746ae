import { CheckField, DateField, EmailField, TextArea, TextField } from "#app/ui/fields.tsx";
import { Panel } from "#app/ui/page.tsx";

export const vendorKinds = [
  { name: "isManufacturer", value: "manufacturer", label: "Manufacturer" },
  { name: "isSupplier", value: "supplier", label: "Supplier" },
  { name: "isService", value: "service", label: "Service" },
  { name: "isCalibrationLab", value: "calibration_lab", label: "Calibration laboratory" },
  { name: "isAmcProvider", value: "amc_provider", label: "AMC provider" },
  { name: "isTransporter", value: "transporter", label: "Transporter" },
] as const;
type Kinds = Record<(typeof vendorKinds)[number]["name"], boolean>;

/** "Supplier, Service" */
export const kindsOf = (vendor: Kinds) =>
  vendorKinds
    .filter(({ name }) => vendor[name])
    .map(({ label }) => label)
    .join(", ");

type Vendor = { taxIds: { label: string; value: string }[] };

/** First values of the form: tax ids are typed one a line. */
export const vendorValues = (row: Vendor | null): Record<string, unknown> =>
  row
    ? { ...row, taxIds: row.taxIds.map(({ label, value }) => `${label}: ${value}`).join("\n") }
    : {};

/** The required fields of a vendor; the short form has only these. */
export function VendorBasics() {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={150} autoFocus />
      <TextField name="phone" label="Phone" type="tel" required maxLength={30} />
      <fieldset className="span-all field">
        <legend className="label">Kind, one at least</legend>
        <div className="form form-3 tight">
          {vendorKinds.map(({ name, label }) => (
            <CheckField key={name} name={name} label={label} />
          ))}
        </div>
      </fieldset>
    </>
  );
}

export function VendorFields() {
  return (
    <>
      <Panel title="Vendor">
        <div className="form form-2">
          <VendorBasics />
          <TextField name="code" label="Code" maxLength={20} mono />
          <TextField
            name="website"
            label="Website"
            type="url"
            maxLength={250}
            hint="Begins with https:// or http://"
          />
        </div>
      </Panel>
      <Panel title="Contacts">
        <div className="form form-2">
          <TextField name="contactName" label="Contact" maxLength={120} />
          <EmailField name="email" label="E-mail" />
          <TextField name="altContactName" label="Second contact" maxLength={120} />
          <TextField name="altPhone" label="Second phone" type="tel" maxLength={30} />
          <EmailField name="altEmail" label="Second e-mail" />
        </div>
      </Panel>
      <Panel title="Address">
        <div className="form form-2">
          <TextArea name="address" label="Address" maxLength={500} rows={2} className="span-all" />
          <TextField name="city" label="City" maxLength={60} />
          <TextField name="region" label="State or region" maxLength={60} />
          <TextField name="postalCode" label="Postal code" maxLength={12} />
          <TextField name="country" label="Country" maxLength={60} />
        </div>
      </Panel>
      <Panel title="Tax, bank and accreditation">
        <div className="form form-2">
          <TextArea
            name="taxIds"
            label="Tax ids"
            rows={2}
            hint="One a line, such as GSTIN: 33ABCDE1234F1Z5"
          />
          <TextArea name="bankNote" label="Bank details" maxLength={500} rows={2} />
          <TextField name="accreditationNo" label="Accreditation no" maxLength={60} mono />
          <DateField name="accreditationValidUntil" label="Accreditation valid until" />
        </div>
      </Panel>
    </>
  );
}
