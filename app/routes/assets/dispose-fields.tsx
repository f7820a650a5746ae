import { useSearchParams } from "react-router";
import { disposalNames } from "#app/shared/disposal.ts";
import { DateField, MoneyField, SelectField, TextField } from "#app/ui/fields.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { disposalChoices } from "./words.tsx";

type Props = { asset: AssetDetail["asset"]; today: string };

/** How a device was disposed of. A gate pass with which it left says so in the address that opens the dialog. */
export function DisposeFields({ asset: { condemnedOn }, today }: Props) {
  const [params] = useSearchParams();
  const said = (name: keyof typeof disposalNames) => params.get(disposalNames[name]) ?? "";
  const left = said("on") || today;
  return (
    <>
      <SelectField
        name="disposalMode"
        label="How"
        required
        options={disposalChoices}
        defaultValue={said("mode")}
      />
      <DateField
        name="disposedOn"
        label="Disposed on"
        required
        defaultValue={condemnedOn && condemnedOn > left ? condemnedOn : left}
        max={today}
      />
      <MoneyField
        name="disposalValueMinor"
        label="Value"
        required
        hint="What it brought; 0 for nothing."
        defaultValue={said("value")}
      />
      <TextField
        name="disposalRef"
        label="Reference"
        maxLength={60}
        hint="Receipt, certificate or bill."
        defaultValue={said("ref")}
      />
    </>
  );
}
