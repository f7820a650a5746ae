/** What a PM uses up, by checklist. */
export const pmParts: Record<string, string> = {
  ventilator: "VENT-FILT",
  anaesthesia: "AN-SODA",
  defibrillator: "PRN-50",
  infant_incubator: "INC-FILT",
  suction: "SUC-FILT",
  autoclave: "AUT-AIR",
  dialysis: "DIA-SAFE",
  ecg: "PRN-A4",
};
export const pmActions = [
  "Preventive maintenance done as per checklist. Cleaned, tested and returned to use.",
  "PM done on the ward. Electrical safety within limits, label renewed.",
  "Checklist completed, performance verified with the analyser. Device fit for use.",
  "PM done with the user present, short refresher on alarms given.",
  "Done in the monthly PM round: cleaned, checked and labelled.",
];
/** What a report says while a device waits for its part. */
export const waitingActions = [
  "Fault confirmed on the bench. Part ordered, device labelled.",
  "Checked on the ward, cause found. Quotation asked for the part.",
  "Replacement not in stock. Ordered, standby device lent to the ward.",
  "Module to be changed, supplier promised delivery this week.",
];
export const waitingRemarks = ["Awaiting part", "Purchase order raised", "Supplier informed"];
export const failRemarks = [
  "Worn, part on order",
  "Out of tolerance, adjusted and to be rechecked",
  "Missing, user informed",
  "Label not legible, to be printed",
  "Battery weak, replacement planned",
  "Damaged corner, watch at next PM",
  "Expired, replaced by ward stock",
];
/** Who comes from outside, by category of device. */
export const agents: Record<string, string> = {
  "Diagnostic Imaging": "Joseph Mathai (Zenith Imaging)",
  "Renal Care": "Kiran Deshmukh (Nova Renal)",
  "Life Support": "Harpreet Gill (LifeLine Respiratory)",
  "Respiratory Care": "Harpreet Gill (LifeLine Respiratory)",
  Laboratory: "Swati Kulkarni (Orchid Lab Instruments)",
  "Operating Theatre": "Basavaraj Patil (Kaveri Surgicals)",
  Sterilisation: "Basavaraj Patil (Kaveri Surgicals)",
};
export const anyAgent = "Gautam Shetty (Southern Medisystems)";
