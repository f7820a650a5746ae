import { forgetStatements } from "./statements.ts";

/** A run begins without the statements of the one before. */
export default forgetStatements;
