/** What a ward's poster says, on its page and as PDF. */
export const posterWords = {
  title: "Is a device not working?",
  lead: "Report a problem: scan the label on the device.",
  steps: [
    "Open the camera of your phone and point it at the square code on the device's label.",
    "Open the address that the phone shows.",
    "Say under Report a problem what is wrong. No patient data, please.",
  ],
  pinStep: "Enter the PIN below when you are asked for it.",
  follow: "Keep the link that you are shown. It tells how the repair stands.",
  pin: "PIN",
  phone: "If it is urgent, call",
} as const;

/** The steps of a poster, with the PIN where one is asked for. */
export const posterSteps = (pin: string | null): string[] => [
  ...posterWords.steps,
  ...(pin === null ? [] : [posterWords.pinStep]),
  posterWords.follow,
];
