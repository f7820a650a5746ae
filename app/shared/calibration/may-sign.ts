/** A signature as far as it decides who may sign what. */
export type Signing = {
  status: "active" | "suspended" | "revoked";
  roles: readonly string[];
  disciplines: readonly string[];
  /** Parameters within the disciplines; empty: all of them. */
  parameters: readonly string[];
  validFrom: string;
  validUntil: string | null;
  archivedAt?: number | null;
};

/** What is to be signed: in which role, in which discipline (null where that does not matter), which parameters, on which day. */
export type ToSign = {
  role: string;
  discipline: string | null;
  parameters: readonly string[];
  on: string;
};

export type SignatureStanding =
  | "active"
  | "not_yet"
  | "expired"
  | "suspended"
  | "revoked"
  | "archived";

/** How a signature stands, in a word. */
export const standingWords: Readonly<Record<SignatureStanding, string>> = {
  active: "Active",
  not_yet: "Not valid yet",
  expired: "Expired",
  suspended: "Suspended",
  revoked: "Revoked",
  archived: "Archived",
};

/** How a signature stands on a day: expired follows from its dates. */
export function standingOn(
  { status, validFrom, validUntil, archivedAt }: Signing,
  on: string,
): SignatureStanding {
  if (status !== "active") return status;
  if (archivedAt) return "archived";
  if (on < validFrom) return "not_yet";
  return validUntil !== null && on > validUntil ? "expired" : "active";
}

/** Why a signature does not sign: how it stands, or what it is not authorised for. */
export type WhyNotSign =
  | { kind: Exclude<SignatureStanding, "active"> }
  | { kind: "role"; role: string }
  | { kind: "discipline"; discipline: string }
  | { kind: "parameters"; parameters: readonly string[] };

const plain = (parameter: string) => parameter.trim().toLowerCase();

/** Why a signature may not sign something; null when it may. */
export function whyNotSign(signature: Signing, asked: ToSign): WhyNotSign | null {
  const standing = standingOn(signature, asked.on);
  if (standing !== "active") return { kind: standing };
  if (!signature.roles.includes(asked.role)) return { kind: "role", role: asked.role };
  const { discipline } = asked;
  if (discipline !== null && !signature.disciplines.includes(discipline))
    return { kind: "discipline", discipline };
  const allowed = new Set(signature.parameters.map(plain));
  const beyond = asked.parameters.filter((parameter) => !allowed.has(plain(parameter)));
  return allowed.size > 0 && beyond.length > 0 ? { kind: "parameters", parameters: beyond } : null;
}

/** The roles in which people sign, by the words that are stored. */
export const roleNames: Record<string, string> = {
  calibrated_by: "Calibrated by",
  checked_by: "Checked by",
  approved_by: "Approved by",
  authorised_signatory: "Authorised signatory",
  witness: "Witness",
  customer_rep: "Customer's representative",
};
export const roleText = (role: string) => roleNames[role] ?? role;

/**
 * Why a signature does not sign, as a sentence.
 * @param dates its dates as people read them
 */
export function whyNotSignText(
  why: WhyNotSign,
  dates: { from: string; until: string },
  disciplineText: (discipline: string) => string,
): string {
  switch (why.kind) {
    case "not_yet":
      return `This signature is valid from ${dates.from}`;
    case "expired":
      return `This signature expired on ${dates.until}`;
    case "suspended":
      return "This signature is suspended";
    case "revoked":
      return "This signature was revoked";
    case "archived":
      return "This signature is archived";
    case "role":
      return `This signature is not authorised to sign as “${roleText(why.role)}”`;
    case "discipline":
      return `This signature is not authorised for the discipline “${disciplineText(why.discipline)}”`;
    case "parameters":
      return `This signature is not authorised for: ${why.parameters.join(", ")}`;
  }
}
