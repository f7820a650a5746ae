import type { UserType } from "#app/shared/menu.ts";
import type { Permission, PlatformPermission, ServiceType } from "./permissions.ts";

/** Who may open a screen. */
export type Rule = {
  types: readonly UserType[];
  services?: readonly ServiceType[];
  permission?: Permission | PlatformPermission;
};
/** `file` is the route's module under app/routes. */
export type Screen = Rule & { file: string };

export const everyone = ["Super Admin", "Admin", "User"] as const;
export const company = ["Admin", "User"] as const;
const staff = ["Super Admin"] as const;
const assetSide = [0, 2] as const;
const laboratorySide = [1, 2] as const;

export const onAssets = (file: string, permission: Permission): Screen => ({
  file,
  types: company,
  services: assetSide,
  permission,
});
/** A screen of Testing and Calibration. */
export const inLaboratory = (file: string, permission: Permission): Screen => ({
  file,
  types: company,
  services: laboratorySide,
  permission,
});
/** A screen of every kind of company. */
export const inCompany = (file: string, permission: Permission): Screen => ({
  file,
  types: company,
  permission,
});
export const platform = (file: string, permission: PlatformPermission): Screen => ({
  file,
  types: staff,
  permission,
});

type Subject<P = Permission> = P extends `export-${infer S}` ? S : never;
/** The list of an entity, in a file of its name, and its export. */
export const ofEntity = <P extends string>(
  area: string,
  path: P,
  subject: Subject,
  screen = onAssets,
) =>
  ({
    [`/${path}`]: screen(`${area}/${path}.tsx`, `view-${subject}`),
    [`/${path}/export.csv`]: screen("shell/export-entity.ts", `export-${subject}`),
  }) as Record<`/${P}` | `/${P}/export.csv`, Screen>;
