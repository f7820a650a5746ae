import { CheckField, DateField, TextArea, TextField } from "#app/ui/fields.tsx";

export const vendorKinds = [
  { name: "isManufacturer", label: "Manufacturer" },
  { name: "isSupplier", label: "Supplier" },
  { name: "isService", label: "Service" },
  { name: "isCalibrationLab", label: "Calibration laboratory" },
  { name: "isAmcProvider", label: "AMC provider" },
  { name: "isTransporter", label: "Transporter" },
] as const;

type Vendor = { taxIds: { label: string; value: string }[] };

/** First values of the form: tax ids are typed one a line. */
export const vendorValues = (row: Vendor | null): Record<string, unknown> =>
  row ? { ...row, taxIds: row.taxIds.map(({ label, value }) => `${label}: ${value}`).join("\n") } : {};

export function VendorFields() {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={150} autoFocus />
      <TextField name="code" label="Code" maxLength={20} mono />
      <fieldset className="span-all field">
        <legend className="label">Kind, one at least</legend>
        <div className="form form-3 tight">
          {vendorKinds.map(({ name, label }) => (
            <CheckField key={name} name={name} label={label} />
          ))}
        </div>
      </fieldset>
      <TextField name="contactName" label="Contact" maxLength={120} />
      <TextField name="phone" label="Phone" type="tel" required maxLength={30} />
      <TextField name="email" label="E-mail" type="email" maxLength={254} />
      <TextField name="website" label="Website" type="url" maxLength={250} />
      <TextField name="altContactName" label="Second contact" maxLength={120} />
      <TextField name="altPhone" label="Second phone" type="tel" maxLength={30} />
      <TextField name="altEmail" label="Second e-mail" type="email" maxLength={254} />
      <TextArea name="address" label="Address" maxLength={500} rows={2} className="span-all" />
      <TextField name="city" label="City" maxLength={60} />
      <TextField name="region" label="State or region" maxLength={60} />
      <TextField name="postalCode" label="Postal code" maxLength={12} />
      <TextField name="country" label="Country" maxLength={60} />
      <TextArea name="taxIds" label="Tax ids" rows={2} hint="One a line, such as GSTIN: 33ABCDE1234F1Z5" />
      <TextArea name="bankNote" label="Bank details" maxLength={500} rows={2} />
      <TextField name="accreditationNo" label="Accreditation no" maxLength={60} mono />
      <DateField name="accreditationValidUntil" label="Accreditation valid until" />
    </div>
  );
}
