/** Words of electrical safety as people read them, by their codes. */

export const quantityWords: Readonly<Record<string, string>> = {
  equipment_leakage: "Equipment leakage",
  applied_part_leakage: "Applied part leakage",
  protective_earth_resistance: "Protective earth resistance",
  insulation_mains_to_earth: "Insulation, mains to earth",
  insulation_mains_to_accessible_parts: "Insulation, mains to accessible parts",
  insulation_mains_to_applied_part: "Insulation, mains to applied part",
  earth_leakage: "Earth leakage",
  touch_current: "Touch current",
  accessible_part_current: "Current of accessible parts",
  patient_leakage_ac: "Patient leakage, a.c.",
  patient_leakage_mains_on_applied_part: "Patient leakage, mains on applied part",
  patient_auxiliary_ac: "Patient auxiliary current, a.c.",
};
export const classWords: Readonly<Record<string, string>> = {
  I: "Class I",
  II: "Class II",
  IP: "Internally powered",
  III: "Class III",
  NA: "Not applicable",
};
export const partWords: Readonly<Record<string, string>> = {
  NONE: "No applied part",
  B: "Type B",
  BF: "Type BF",
  CF: "Type CF",
};
export const methodWords: Readonly<Record<string, string>> = {
  direct: "Direct",
  differential: "Differential",
  alternative: "Alternative",
};
export const supplyWords: Readonly<Record<string, string>> = {
  detachable_cord: "Detachable cord",
  fixed_cord: "Fixed cord",
  permanent: "Permanently connected",
  battery: "Battery",
  none: "None",
};
const conditionWords: Readonly<Record<string, string>> = {
  NC: "Normal condition (NC)",
  SFC: "Single-fault condition (SFC)",
};

const wordIn = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(words, code) ? words[code]! : code;
/** A quantity as people read it; one of the company's own as it was written. */
export const quantityWord = (code: string) => wordIn(quantityWords, code);
export const conditionWord = (code: string) => wordIn(conditionWords, code);

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
/** The code of a quantity that was written as a word or as its code; another text as it is. */
export const quantityCode = (text: string): string =>
  Object.entries(quantityWords).find(
    ([code, word]) => plain(code) === plain(text) || plain(word) === plain(text),
  )?.[0] ?? text;

type Named = {
  standard: string;
  edition: string | null;
  equipmentClass: string | null;
  appliedPart: string | null;
  method: string | null;
  condition: string | null;
  quantity: string;
};
/** What a limit is called: what it says, in the order in which limits stand. */
export const limitName = (limit: Named): string =>
  [
    limit.edition ? `${limit.standard} ${limit.edition}` : limit.standard,
    quantityWord(limit.quantity),
    limit.equipmentClass && wordIn(classWords, limit.equipmentClass),
    limit.appliedPart && wordIn(partWords, limit.appliedPart),
    limit.method && wordIn(methodWords, limit.method),
    limit.condition && conditionWord(limit.condition),
  ]
    .filter(Boolean)
    .join(", ");
