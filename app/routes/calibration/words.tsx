import type { Choice } from "#app/shared/list.ts";
import { isUnit, unitCodes, units } from "#app/shared/metrology/units.ts";
import { plural } from "#app/shared/plural.ts";
import type { Filter } from "#app/ui/list-page.tsx";
import { Badge } from "#app/ui/page.tsx";

/** The sign of a unit; its code where it has none. */
export const symbolOf = (code: string): string => (isUnit(code) ? units[code].symbol : "") || code;
/** Every unit with the quantity it measures. */
export const unitChoices: Choice[] = unitCodes.map((code) => ({
  value: code,
  label: symbolOf(code),
  hint: units[code].quantity,
}));

/** Figures that nobody has compared with their copy of the standard. */
export const figuresFilter: Filter = {
  key: "figures",
  label: "Figures",
  options: [
    { value: "open", label: "To verify" },
    { value: "confirmed", label: "Confirmed" },
  ],
};

/** How many figures of a record wait to be verified. */
export const ToVerify = ({ count }: { count: number }) =>
  count > 0 ? (
    <Badge tone="amber" icon="eye">
      {plural(count, "1 to verify", "{n} to verify")}
    </Badge>
  ) : (
    <Badge tone="in-date" icon="ok" calm>
      Confirmed
    </Badge>
  );

/** A second line under a name, cut where it ends. */
export const Under = ({ children }: { children: string }) => (
  <small>
    <span>{children}</span>
  </small>
);

/** What stands beside a figure that waits to be verified. */
export const VerifyMark = () => (
  <Badge tone="amber" icon="eye">
    Verify against your copy
  </Badge>
);
/** The same as the second line of a cell. */
export const VerifyUnder = () => (
  <small>
    <VerifyMark />
  </small>
);
