import { useContext, useEffect, useRef, useState } from "react";
import { lineField } from "#app/shared/document-lines.ts";
import { lineConditionChoices, lineConditionWords } from "#app/shared/line-conditions.ts";
import { SegmentedField, TextArea } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Badge } from "#app/ui/page.tsx";
import type { LineView } from "#worker/domain/transfers/read.ts";
import { CameraField } from "./camera-field.tsx";

const decisions = [
  { value: "accepted", label: "Accept", tone: "yes", icon: "check" },
  { value: "rejected", label: "Reject", tone: "no", icon: "x" },
] as const;

type Props = {
  line: LineView;
  /** Its place among those of the form. */
  at: number;
  isBack: boolean;
  /** Its label was scanned. */
  isSeen: boolean;
};

/** One asset as it stands before whoever takes it in. Scanning its label accepts it. */
export function ArrivedLine({ line, at, isBack, isSeen }: Props) {
  const { id, assetCode, assetName, conditionOut, accessories } = line;
  const { values } = useContext(FormContext);
  const [decision, setDecision] = useState(String(values[lineField(at, "decision")] ?? ""));
  const wasSeen = useRef(false);
  useEffect(() => {
    if (isSeen && !wasSeen.current) setDecision((now) => now || "accepted");
    wasSeen.current = isSeen;
  }, [isSeen]);
  return (
    <li id={`line-${id}`} tabIndex={-1}>
      <input type="hidden" name={lineField(at, "id")} value={id} />
      <div className="move-line-head">
        <p>
          <b>{assetName}</b>
          <span className="muted">
            <span className="code">{assetCode}</span>, left{" "}
            {lineConditionWords[conditionOut].toLowerCase()}
          </span>
          {accessories.length > 0 && (
            <span className="muted">With {accessories.map(({ name }) => name).join(", ")}</span>
          )}
        </p>
        {isSeen && (
          <Badge tone="in-date" icon="scan">
            Scanned
          </Badge>
        )}
      </div>
      {!isBack && (
        <SegmentedField
          name={lineField(at, "decision")}
          label={`Decision on ${assetCode}`}
          hideLabel
          required
          options={[...decisions]}
          value={decision}
          onChange={setDecision}
        />
      )}
      <SegmentedField
        name={lineField(at, isBack ? "conditionBack" : "conditionIn")}
        label="Condition"
        options={lineConditionChoices}
        defaultValue={(isBack ? line.conditionIn : conditionOut) ?? "good"}
      />
      {!isBack && (
        <TextArea
          name={lineField(at, "discrepancy")}
          label="What is wrong"
          required={decision === "rejected"}
          maxLength={500}
          rows={2}
        />
      )}
      <CameraField line={line} />
    </li>
  );
}
