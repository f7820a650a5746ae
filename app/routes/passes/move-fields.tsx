import { lineField } from "#app/shared/document-lines.ts";
import { lineConditionChoices } from "#app/shared/line-conditions.ts";
import {
  CheckField,
  DateField,
  EmailField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import type { PassPage } from "./pass.tsx";

/** What the dialog of a move asks besides the reason. */
export function MoveFields({ move, pass }: { move: string; pass: PassPage }) {
  if (move === "extend")
    return (
      <DateField
        name="newOn"
        label="Expected return"
        required
        min={pass.today}
        defaultValue={pass.expectedReturnOn ?? pass.today}
      />
    );
  if (move === "chase")
    return (
      <>
        <EmailField name="to" label="To" required defaultValue={pass.letter.to} />
        <TextField
          name="subject"
          label="Subject"
          required
          maxLength={200}
          defaultValue={pass.letter.subject}
        />
        <TextArea
          name="letter"
          label="Letter"
          required
          maxLength={5000}
          rows={10}
          defaultValue={pass.letter.letter}
        />
      </>
    );
  return move === "return" ? <ReturnFields pass={pass} /> : null;
}

function ReturnFields({ pass }: { pass: PassPage }) {
  const open = pass.lines.filter(({ isOpen }) => isOpen);
  return (
    <ul className="pass-lines">
      {open.map(({ id, name, serialNo, qty, returnedQty }, at) => (
        <li key={id} className="pass-line">
          <input type="hidden" name={lineField(at, "id")} value={id} />
          <CheckField
            name={lineField(at, "isHere")}
            label={[name, serialNo].filter(Boolean).join(", ")}
            value="1"
            off="0"
            defaultChecked
          />
          <div className="form form-2">
            <NumberField
              name={lineField(at, "qty")}
              label="Quantity"
              min={1}
              max={qty - returnedQty}
              defaultValue={String(qty - returnedQty)}
              hint={qty > 1 ? `${qty - returnedQty} of ${qty} are out` : undefined}
            />
            <SelectField
              name={lineField(at, "conditionIn")}
              label="Condition"
              options={lineConditionChoices}
              placeholder={false}
              defaultValue="good"
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
