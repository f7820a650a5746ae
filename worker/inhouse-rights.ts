import type { Permission } from "./permissions.ts";

type Rights = { company: { serviceType: number }; can: (permission: Permission) => boolean };

/** Rights on in-house calibrations that stand for others where a company has no laboratory, in the form of a calibration alone. */
const standsFor: Partial<Record<Permission, readonly Permission[]>> = {
  "create-calibrator": ["create-inhouse-calibration", "edit-inhouse-calibration"],
  "edit-calibrator": ["create-inhouse-calibration", "edit-inhouse-calibration"],
  "accept-calibrator-certificate": ["edit-inhouse-calibration"],
};
const all = Object.entries(standsFor) as [Permission, readonly Permission[]][];

/** What a person may besides while they measure in house: of a company that has the laboratory's screens, nothing. */
export const inHouseRights = ({ company, can }: Rights): Permission[] =>
  company.serviceType === 0
    ? all.flatMap(([permission, rights]) => (rights.some(can) ? [permission] : []))
    : [];

/** Whether a person adds standards, and chooses the product's procedures, in the form of an in-house calibration. */
export const keepsOwnStandards = (who: Rights) => inHouseRights(who).includes("create-calibrator");
