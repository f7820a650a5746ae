import type { PassAtGate } from "#worker/domain/gate-passes/gate.ts";

type Line = PassAtGate["lines"][number];

/** A thing in large letters: its name, then code and serial, then what goes along. */
export function LineText({ line, pieces }: { line: Line; pieces: number }) {
  const { name, assetCode, serialNo, accessories } = line;
  return (
    <>
      <b>{pieces > 1 ? `${name}, ${pieces} pieces` : name}</b>
      {assetCode && <span className="code">{assetCode}</span>}
      {assetCode && serialNo && " · "}
      {serialNo && (
        <>
          serial <span className="code">{serialNo}</span>
        </>
      )}
      {accessories.length > 0 && (
        <>
          <br />
          With {accessories.map((one) => one.name).join(", ")}
        </>
      )}
    </>
  );
}
