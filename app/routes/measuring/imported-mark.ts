/** How a field looks and is told whose value came from a file of an instrument; its title is read as its description. */
export const importedLook = (look: string, isImported: boolean) =>
  isImported
    ? { className: `${look} is-imported`, title: "From a file of an instrument" }
    : { className: look };
