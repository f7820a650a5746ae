/** What an address says of a disposal, whose dialog it opens on a device's page. */
export const disposalNames = {
  on: "disposed",
  mode: "how",
  value: "brought",
  ref: "ref",
} as const;

const LONGEST_REFERENCE = 60;

type Left = {
  assetId: string;
  /** The day on which it left, YYYY-MM-DD. */
  on: string;
  mode: string;
  /** What it brought, as it is typed; empty where nobody has said. */
  value: string;
  /** The pass with which it left, and who has it now. */
  pass: string;
  party: string;
};

/** The address that opens the disposal of a device that has left for good, filled with what its pass says. */
export function disposalHref({ assetId, on, mode, value, pass, party }: Left): string {
  const params = new URLSearchParams({
    do: "dispose",
    [disposalNames.on]: on,
    [disposalNames.mode]: mode,
    [disposalNames.value]: value,
    [disposalNames.ref]: `${pass}, ${party}`.slice(0, LONGEST_REFERENCE),
  });
  return `/asset/detail/${assetId}?${params}`;
}
