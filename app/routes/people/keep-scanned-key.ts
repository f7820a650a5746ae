import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A key that has run out is shown anew; one that has not stays, since the person has scanned it. */
export const keepScannedKey = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus === 409 || defaultShouldRevalidate;
