/** What whoever reported a call without an account sees of it. */
export type FollowedCall = {
  number: string;
  /** As far as the company's public pages tell them. */
  device: { name: string | null; place: string | null };
  company: string | null;
  status: string;
  /** The states it went through, each with its beginning. */
  line: { state: string; at: number }[];
  /** What the person wrote, in its order. */
  own: { kind: "problem" | "remark" | "again"; text: string; at: number }[];
  rating: number | null;
  ratingNote: string | null;
  /** What the link may do now. */
  may: { remark: boolean; close: boolean; reopen: boolean; rate: boolean };
  /** Why it can no longer be reopened, where it once could. */
  tooLate: string | null;
  /** Nothing is taken: the company's subscription has ended. */
  isReadOnly: boolean;
  now: number;
  timeZone: string;
  dateFormat: string;
};
