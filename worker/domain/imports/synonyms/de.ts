import type { Synonyms } from "./index.ts";

/** German. */
export const de: Synonyms = {
  "Asset code": "inventarnummer inventarnr gerätenummer",
  Name: "bezeichnung gerät gerätebezeichnung",
  Make: "hersteller marke",
  Model: "modell typ",
  "Serial no": "seriennummer seriennr",
  Category: "kategorie geräteart",
  Location: "standort abteilung station",
  Vendor: "lieferant",
  Criticality: "risikoklasse",
  Lifecycle: "zustand",
  "Purchase date": "kaufdatum anschaffungsdatum",
  "Purchase cost": "kaufpreis anschaffungskosten anschaffungswert preis",
  "Put to use": "inbetriebnahme",
  "Warranty start": "garantiebeginn",
  "Warranty end": "garantieende garantiebis",
  "PO no": "bestellnummer",
  "Invoice no": "rechnungsnummer",
  Remarks: "bemerkung bemerkungen kommentar",
  Phone: "telefon",
  Address: "adresse anschrift",
  City: "ort stadt",
};
