import { CheckField, DateField, MoneyField, NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { Choice } from "#worker/domain/list.ts";
import { ChoiceField } from "./choice-field.tsx";
import {
  appliedPartChoices,
  depreciationChoices,
  fundingChoices,
  nomenclatureChoices,
  ownershipChoices,
  protectionChoices,
} from "./words.tsx";

export function MoneySection({ vendors }: { vendors: Choice[] }) {
  return (
    <Panel title="Purchase and warranty">
      <div className="form form-2">
        <SelectField name="ownership" label="Ownership" options={ownershipChoices} placeholder={false} />
        <ChoiceField name="vendorId" label="Vendor" options={vendors} />
        <DateField name="manufacturedOn" label="Manufactured" />
        <DateField name="purchaseOn" label="Purchase date" />
        <MoneyField name="purchaseCostMinor" label="Purchase cost" />
        <MoneyField name="taxMinor" label="Tax" />
        <CheckField name="isCostEstimated" label="Cost is estimated" off="0" className="span-all" />
        <TextField name="poNo" label="PO no" maxLength={60} />
        <TextField name="invoiceNo" label="Invoice no" maxLength={60} />
        <DateField name="invoiceOn" label="Invoice date" />
        <SelectField name="funding" label="Funding" options={fundingChoices} />
        <DateField name="installedOn" label="Installed" />
        <DateField name="putToUseOn" label="Put to use" hint="A received device is in service from then on." />
        <DateField name="warrantyStartOn" label="Warranty start" />
        <DateField name="warrantyEndOn" label="Warranty end" />
        <DateField name="endOfSupportOn" label="End of support" />
        <NumberField name="expectedLifeYears" label="Expected life" unit="years" min={1} max={100} />
        <SelectField name="depMethod" label="Depreciation" options={depreciationChoices} />
        <NumberField name="usefulLifeMonths" label="Useful life" unit="months" min={1} max={1200} />
        <MoneyField name="salvageMinor" label="Salvage value" />
      </div>
    </Panel>
  );
}

export function TechnicalSection() {
  return (
    <Panel title="Technical">
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
    </Panel>
  );
}
