import { createContext, useContext } from "react";

type Format = { locale: string; timeZone: string; currency: string; dateFormat: string };

/** The company's way of writing dates and money; the layout provides it, the same on the server and in the browser. */
export const FormatContext = createContext<Format>({
  locale: "en-IN",
  timeZone: "UTC",
  currency: "INR",
  dateFormat: "DD MMM YYYY",
});
export const useFormat = () => useContext(FormatContext);
