/** The states of a message from a public page, in the order of their tabs. */
export const queryStates = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  closed: "Closed",
  spam: "Spam",
} as const;
export type QueryState = keyof typeof queryStates;

/** Where a message may go from each state. */
export const queryMoves: Readonly<Record<QueryState, readonly QueryState[]>> = {
  new: ["contacted", "qualified", "closed", "spam"],
  contacted: ["new", "qualified", "closed", "spam"],
  qualified: ["contacted", "closed", "spam"],
  closed: ["contacted", "qualified"],
  spam: ["new"],
};

/** What a move is called on its button. */
export const queryMoveLabels: Readonly<Record<QueryState, string>> = {
  new: "Back to new",
  contacted: "Mark as contacted",
  qualified: "Mark as qualified",
  closed: "Close",
  spam: "Mark as spam",
};

/** What a message is about, by the page that it was sent from. */
export const queryKinds = {
  contact: "Contact",
  career: "Career",
  product: "Product",
  training: "Training",
} as const;
