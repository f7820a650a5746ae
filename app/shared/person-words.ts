/** What people call the kinds of a person. */
export const typeWord = (type: string) => (type === "admin" ? "Admin" : "User");

/** Service types by their number. */
export const serviceTypeWords = ["Asset management", "Testing and calibration", "Both"] as const;

/** Where a person stands. */
export const statusWords = {
  active: "Active",
  invited: "Invited",
  suspended: "Suspended",
  left: "Left",
} as const;
