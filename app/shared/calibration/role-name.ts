/** A role as people read it: "defibrillator analyser". */
export const roleName = (role: string) => role.replaceAll("_", " ");
