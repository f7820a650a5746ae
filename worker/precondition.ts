/** What a client expects of a record that it changes or deletes: the row of an id in a table, at a version. */
export type Expected = {
  /** The table's own name. */
  table: string;
  id: string;
  version: number;
  /** A command of the request has asked for it. */
  isAsked: boolean;
};
