import { concedable, gateTitles } from "#app/shared/measuring/gate-types.ts";
import { DateField, SelectField } from "#app/ui/fields.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";

const signing = new Set(["submit", "check", "approve", "issue", "void"]);
const gates = concedable.map((gate) => ({ value: gate, label: `${gateTitles[gate]} (${gate})` }));

/** What a move of a certificate asks for besides its reason. @param today the company's calendar day */
export function fieldsOf(move: string, today: string) {
  if (signing.has(move)) return <ProofFields />;
  if (move !== "concede" && move !== "withdraw") return null;
  return (
    <>
      <SelectField name="gate" label="What is let pass" options={gates} required />
      {move === "concede" && <DateField name="expiresOn" label="Until" min={today} required />}
    </>
  );
}
