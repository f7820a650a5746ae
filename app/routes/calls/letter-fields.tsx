import { chosenAs } from "#app/routes/masters/choices.ts";
import { Picker } from "#app/routes/masters/picker.tsx";
import { dateText, timeText } from "#app/shared/dates.ts";
import { TextArea, TextField } from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Of = { detail: CallDetail };

/** The letter as it is proposed; whoever sends it may change every word. */
function letterOf({ call, asset, cover, me }: CallDetail, timeZone: string, dateFormat: string) {
  const device = [asset.name, asset.make, asset.model].filter(Boolean).join(" ");
  const lines = [
    "Dear Sir or Madam,",
    "",
    `please attend to this device: ${device}.`,
    ...(asset.serialNo ? [`Serial number: ${asset.serialNo}`] : []),
    `Our code: ${asset.assetCode}`,
    `Place: ${[asset.department, asset.path, asset.room].filter(Boolean).join(", ")}`,
    "",
    `Reported ${timeText(call.reportedAt, timeZone, dateFormat)}: ${call.problem}`,
    call.equipmentDown ? "The device cannot be used." : "The device is still in use.",
    ...(cover?.number
      ? [
          "",
          `Contract: ${cover.number}, until ${dateText(cover.until, dateFormat)}`,
          ...(cover.responseHours ? [`Promised response: ${cover.responseHours} h`] : []),
        ]
      : []),
    "",
    `Please name our call ${call.number} in your answer.`,
    "",
    me,
  ];
  return lines.join("\n");
}

/** The letter to a vendor. */
export function LetterFields({ detail }: Of) {
  const { timeZone, dateFormat } = useFormat();
  const { vendor, call, asset } = detail;
  return (
    <>
      <Picker
        name="vendorId"
        label="Vendor"
        list="vendors"
        required
        chosen={chosenAs(vendor?.id, vendor?.name)}
        hint={vendor?.email ? `To ${vendor.email}` : "To the address of the vendor"}
      />
      <TextField
        name="subject"
        label="Subject"
        required
        maxLength={200}
        defaultValue={`Service call ${call.number}: ${asset.name}${asset.serialNo ? `, serial ${asset.serialNo}` : ""}`.slice(
          0,
          200,
        )}
      />
      <TextArea
        name="letter"
        label="Letter"
        required
        rows={12}
        maxLength={5000}
        hint="No patient data"
        defaultValue={letterOf(detail, timeZone, dateFormat)}
      />
    </>
  );
}
