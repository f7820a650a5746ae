/** Where a consumer's contact is. */
export const PORTAL = "/portal";

/** Every page of the portal, by its path; `file` is the route's module under app/routes. They are for contacts alone. */
export const portalScreens = {
  [PORTAL]: "portal/portal.tsx",
  "/portal/machines": "portal/machines.tsx",
  "/portal/requests": "portal/requests.tsx",
  "/portal/request": "portal/request.tsx",
  "/portal/account": "portal/account.tsx",
  "/portal/certificate/:id/:file": "portal/file.ts",
  "/portal/certificates.zip": "portal/pack.ts",
  "/portal/logo": "portal/logo.ts",
  "/portal/sign-out": "portal/sign-out.ts",
} as const;

/** Whether a path, with its query, is the portal's. */
export const isOfPortal = (path: string) => /^\/portal(?:[/?#]|$)/.test(path);
