import type { Ahead } from "../db/orm.ts";
import { refuse } from "../refusals.ts";

/**
 * A session that is expected to be as it was when this isolate read it last. Its row is read again ahead of the first
 * statements of the request, in their batch, so that what they read counts only where it still is the same. An answer that
 * was made without any statement waits for `confirm`.
 */
export class ExpectedSession implements Ahead {
  /** Its row was not read, or is another one now. */
  isWaiting = true;
  /** The session is another one now: nothing that was made by the expected one may be answered. */
  isOvertaken = false;

  /**
   * @param statement reads the row
   * @param send sends statements by themselves
   * @param isAsExpected hears what the row is now, and tells whether it is what was expected
   */
  constructor(
    readonly statement: D1PreparedStatement,
    private readonly send: (statement: D1PreparedStatement) => Promise<D1Result>,
    private readonly isAsExpected: (row: unknown) => boolean,
  ) {}

  /** @throws Response 503, which nobody sees, where the session was overtaken: the request begins again */
  answered({ results: [row] }: D1Result): void {
    if (!this.isWaiting) return;
    this.isOvertaken ||= !this.isAsExpected(row);
    if (this.isOvertaken) refuse(503, "The session has changed meanwhile");
    this.isWaiting = false;
  }

  /** Reads the row by itself, unless it was read already. */
  async confirm(): Promise<void> {
    if (this.isWaiting) this.answered(await this.send(this.statement));
  }

  /** Whether what was made by it may be answered; it reads the row where no statement did. */
  async holds(): Promise<boolean> {
    try {
      if (!this.isOvertaken) await this.confirm();
    } catch (refusal) {
      if (!this.isOvertaken) throw refusal;
    }
    return !this.isOvertaken;
  }
}
