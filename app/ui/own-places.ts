import { createContext } from "react";

/** Where a person's browser asks for what their second factors need: on pages of a company and of the platform, or in the portal. */
export const OwnPlaces = createContext({
  proof: "/profile/proof",
  newPasskey: "/profile/new-passkey",
});
