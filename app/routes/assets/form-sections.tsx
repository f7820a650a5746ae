import { newPlace, newVendor } from "#app/routes/masters/creating.tsx";
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  PercentField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import { ChoiceField } from "./choice-field.tsx";
import { FormSection } from "./form-section.tsx";
import type { Plan } from "./use-plan.ts";
import {
  appliedPartChoices,
  depreciationChoices,
  fundingChoices,
  nomenclatureChoices,
  ownershipChoices,
  protectionChoices,
} from "./words.tsx";

/** Which masters the person may add from here. */
export type MayMake = Record<"category" | "department" | "location" | "vendor", boolean>;
type PlaceProps = { choices: FormChoices; isNew: boolean; make: MayMake };

/** A new device is given a place here; moves change it afterwards. */
export function PlaceSection({ choices, isNew, make }: PlaceProps) {
  return (
    <FormSection id="place">
      <div className="form form-2">
        {isNew && (
          <>
            <ChoiceField
              name="locationId"
              label="Floor/City/Site"
              options={choices.location}
              creating={make.location && newPlace}
            />
            <TextField name="room" label="Room" maxLength={60} />
          </>
        )}
        <TextField name="inChargeName" label="In charge" maxLength={120} />
        <TextField name="inChargePhone" label="Phone" type="tel" maxLength={30} />
        <ChoiceField name="custodianUserId" label="Custodian" options={choices.custodian} />
        <ChoiceField name="teamId" label="Team" options={choices.team} />
      </div>
    </FormSection>
  );
}

type PurchaseProps = { vendors: FormChoices["vendor"]; make: MayMake };

export function PurchaseSection({ vendors, make }: PurchaseProps) {
  return (
    <FormSection id="purchase">
      <div className="form form-2">
        <SelectField
          name="ownership"
          label="Ownership"
          options={ownershipChoices}
          placeholder={false}
        />
        <ChoiceField
          name="vendorId"
          label="Vendor"
          options={vendors}
          creating={make.vendor && newVendor}
        />
        <DateField name="manufacturedOn" label="Manufactured" />
        <TextField name="poNo" label="PO no" maxLength={60} />
        <TextField name="invoiceNo" label="Invoice no" maxLength={60} />
        <DateField name="invoiceOn" label="Invoice date" />
        <DateField name="installedOn" label="Installed" />
        <DateField name="commissionedOn" label="Commissioned" />
        <DateField
          name="putToUseOn"
          label="Put to use"
          hint="A received device is in service from then on."
        />
        <DateField name="endOfSupportOn" label="End of support" />
        <NumberField
          name="expectedLifeYears"
          label="Expected life"
          unit="years"
          min={1}
          max={100}
        />
      </div>
    </FormSection>
  );
}

export function FinanceSection({ plan }: { plan: Plan }) {
  return (
    <FormSection id="finance">
      <div className="form form-2">
        <MoneyField name="taxMinor" label="Tax" />
        <CheckField name="isCostEstimated" label="Cost is estimated" off="0" />
        <SelectField name="funding" label="Funding" options={fundingChoices} />
        <SelectField
          {...plan.field("depMethod")}
          label="Depreciation"
          options={depreciationChoices}
        />
        <NumberField
          {...plan.field("usefulLifeMonths")}
          label="Useful life"
          unit="months"
          min={1}
          max={1200}
          hint="For straight line."
        />
        <PercentField name="depRateBp" label="Depreciation a year" hint="For written down value." />
        <MoneyField
          name="salvageMinor"
          label="Salvage value"
          hint="The book value does not fall below it."
        />
      </div>
    </FormSection>
  );
}

export function TechnicalSection() {
  return (
    <FormSection id="technical">
      <div className="form form-2">
        <TextField name="udi" label="UDI" mono maxLength={80} />
        <TextField name="deviceClass" label="Device class" maxLength={20} />
        <SelectField name="nomenclatureSystem" label="Nomenclature" options={nomenclatureChoices} />
        <TextField name="nomenclatureCode" label="Nomenclature code" maxLength={40} />
        <TextField name="power" label="Power" maxLength={60} />
        <TextField name="voltage" label="Voltage" maxLength={60} />
        <TextField name="softwareVersion" label="Software version" maxLength={60} />
        <SelectField name="appliedPart" label="Applied part" options={appliedPartChoices} />
        <SelectField name="protectionClass" label="Protection class" options={protectionChoices} />
        <TextField name="ip" label="IP address" mono maxLength={60} />
        <TextField name="mac" label="MAC address" mono maxLength={60} />
        <TextArea name="remarks" label="Remarks" maxLength={2000} className="span-all" />
      </div>
    </FormSection>
  );
}
