import type { Synonyms } from "./index.ts";

/** French. */
export const fr: Synonyms = {
  "Asset code": "numérodinventaire ninventaire codeinventaire codeéquipement",
  Name: "nom désignation libellé équipement",
  Make: "fabricant marque constructeur",
  Model: "modèle",
  "Serial no": "numérodesérie nsérie nodesérie",
  Category: "catégorie famille",
  Location: "lieu service emplacement unité",
  Vendor: "fournisseur",
  Criticality: "criticité",
  Lifecycle: "statut état",
  "Purchase date": "datedachat",
  "Purchase cost": "prixdachat prix coût valeur",
  "Put to use": "datedemiseenservice miseenservice",
  "Warranty start": "débutdegarantie datededébutdelagarantie",
  "Warranty end": "findegarantie datedexpirationdelagarantie",
  "PO no": "numérodecommande",
  "Invoice no": "numérodefacture",
  Remarks: "commentaire commentaires remarques observations",
  Phone: "téléphone",
  "E-mail": "courriel email",
  Address: "adresse",
  City: "ville",
};
