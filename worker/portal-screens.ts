/** Where a consumer's contact is. */
export const PORTAL = "/portal";
export const PORTAL_FACTORS = "/portal/second-factor";

/** Every page of the portal, by its path; `file` is the route's module under app/routes. They are for contacts alone. */
export const portalScreens = {
  [PORTAL]: "portal/portal.tsx",
  "/portal/machines": "portal/machines.tsx",
  "/portal/requests": "portal/requests.tsx",
  "/portal/request": "portal/request.tsx",
  "/portal/account": "portal/account.tsx",
  [PORTAL_FACTORS]: "portal/second-factor.tsx",
  "/portal/new-passkey": "portal/new-passkey.ts",
  "/portal/proof": "portal/proof.ts",
  "/portal/certificate/:id/:file": "portal/file.ts",
  "/portal/certificates.zip": "portal/pack.ts",
  "/portal/logo": "portal/logo.ts",
  "/portal/sign-out": "portal/sign-out.ts",
} as const;

/** Whether a path, with its query, is the portal's. */
export const isOfPortal = (path: string) => /^\/portal(?:[/?#]|$)/.test(path);

/** What stays open to a contact who has to set up a second factor first. */
export const isOpenWithoutFactor = (path: string) =>
  /^\/portal\/(?:account|second-factor|new-passkey|proof|logo|sign-out)(?:\.data)?$/.test(path);
