import { useEffect, useRef, useState } from "react";
import { conditionWords } from "#app/shared/flows/transfers.ts";
import { SegmentedField, TextArea } from "#app/ui/fields.tsx";
import { Badge } from "#app/ui/page.tsx";
import type { LineView } from "#worker/domain/transfers/read.ts";
import { CameraField } from "./camera-field.tsx";

const conditions = Object.entries(conditionWords).map(([value, label]) => ({ value, label }));
const decisions = [
  { value: "accepted", label: "Accept", tone: "yes", icon: "check" },
  { value: "rejected", label: "Reject", tone: "no", icon: "x" },
] as const;

type Props = { line: LineView; isBack: boolean /** Its label was scanned. */; isSeen: boolean };

/** One asset as it stands before whoever takes it in. Scanning its label accepts it. */
export function ArrivedLine({ line, isBack, isSeen }: Props) {
  const { id, assetCode, assetName, conditionOut, accessories } = line;
  const [decision, setDecision] = useState<string>();
  const wasSeen = useRef(false);
  useEffect(() => {
    if (isSeen && !wasSeen.current) setDecision((now) => now ?? "accepted");
    wasSeen.current = isSeen;
  }, [isSeen]);
  return (
    <li id={`line-${id}`} tabIndex={-1}>
      <div className="move-line-head">
        <p>
          <b>{assetName}</b>
          <span className="muted">
            <span className="code">{assetCode}</span>, left{" "}
            {conditionWords[conditionOut].toLowerCase()}
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
          name={`decision.${id}`}
          label={`Decision on ${assetCode}`}
          hideLabel
          required
          options={[...decisions]}
          {...(decision === undefined ? {} : { value: decision })}
          onChange={setDecision}
        />
      )}
      <SegmentedField
        name={`condition.${id}`}
        label="Condition"
        options={conditions}
        defaultValue={(isBack ? line.conditionIn : conditionOut) ?? "good"}
      />
      {!isBack && (
        <TextArea
          name={`discrepancy.${id}`}
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
