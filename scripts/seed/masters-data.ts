type Kind = "clinical" | "diagnostic" | "support" | "admin" | "store";
/** [code, name, kind, floor, head, first month of PM]. */
export type DepartmentRow = readonly [
  code: string,
  name: string,
  kind: Kind,
  floor: string,
  head: string,
  month: number,
];

export const hospitalFloors = [
  "Main Block / Ground Floor",
  "Main Block / First Floor",
  "Main Block / Second Floor",
  "Main Block / Third Floor",
  "East Wing / Ground Floor",
  "East Wing / First Floor",
];

export const hospitalDepartments: DepartmentRow[] = [
  ["ICU1", "ICU 1", "clinical", "Main Block / Second Floor", "Dr. Suresh Kamath", 1],
  ["ICU2", "ICU 2", "clinical", "Main Block / Second Floor", "Dr. Lakshmi Menon", 2],
  ["NICU", "NICU", "clinical", "Main Block / Second Floor", "Dr. Rekha Bhat", 3],
  ["ER", "Emergency", "clinical", "Main Block / Ground Floor", "Dr. Farhan Ahmed", 4],
  ["OT1", "Theatre 1", "clinical", "Main Block / First Floor", "Dr. Prakash Shenoy", 5],
  ["OT2", "Theatre 2", "clinical", "Main Block / First Floor", "Dr. Prakash Shenoy", 5],
  ["OT3", "Theatre 3", "clinical", "Main Block / First Floor", "Dr. Anita D'Souza", 6],
  ["OT4", "Theatre 4", "clinical", "Main Block / First Floor", "Dr. Anita D'Souza", 6],
  ["RAD", "Radiology", "diagnostic", "East Wing / Ground Floor", "Dr. George Mathew", 7],
  ["CSSD", "CSSD", "support", "Main Block / Ground Floor", "Savitri Hegde", 8],
  ["DIAL", "Dialysis", "clinical", "East Wing / First Floor", "Dr. Nitin Joshi", 9],
  ["CARD", "Cardiology", "diagnostic", "East Wing / First Floor", "Dr. Hari Krishnan", 10],
  ["LAB", "Laboratory", "diagnostic", "East Wing / Ground Floor", "Dr. Shalini Rao", 11],
  ["BB", "Blood Bank", "diagnostic", "East Wing / Ground Floor", "Dr. Shalini Rao", 11],
  ["ENDO", "Endoscopy", "diagnostic", "East Wing / First Floor", "Dr. Omar Siddiqui", 12],
  ["PHYS", "Physiotherapy", "clinical", "East Wing / Ground Floor", "Deepa Kulkarni", 12],
  ["MAT", "Maternity", "clinical", "Main Block / Third Floor", "Dr. Radha Subramaniam", 3],
  ["W3A", "Ward 3A", "clinical", "Main Block / Third Floor", "Sr. Agnes Pinto", 7],
  ["W3B", "Ward 3B", "clinical", "Main Block / Third Floor", "Sr. Beena Kurian", 8],
  ["W4A", "Ward 4A", "clinical", "Main Block / Third Floor", "Sr. Jyothi Prasad", 9],
  ["OPD", "Outpatients", "clinical", "Main Block / Ground Floor", "Dr. Manoj Verma", 10],
  ["BME", "Biomedical Workshop", "support", "East Wing / Ground Floor", "Ananya Rao", 1],
];

export const clinicFloors = ["Clinic / Ground Floor", "Clinic / First Floor"];
export const clinicDepartments: DepartmentRow[] = [
  ["CON", "Consultation", "clinical", "Clinic / Ground Floor", "Dr. Sanjay Gupta", 1],
  ["PROC", "Procedure Room", "clinical", "Clinic / First Floor", "Dr. Pooja Mehta", 2],
  ["REC", "Recovery", "clinical", "Clinic / First Floor", "Leela Joseph", 3],
  ["LAB", "Laboratory", "diagnostic", "Clinic / Ground Floor", "Ritu Sharma", 4],
  ["IMG", "Imaging", "diagnostic", "Clinic / Ground Floor", "Dr. Alok Jain", 5],
];
export const labFloors = ["Plant / Ground Floor"];
export const labDepartments: DepartmentRow[] = [
  ["ELEC", "Electrical Laboratory", "diagnostic", "Plant / Ground Floor", "Karthik Subramanian", 1],
  ["PRES", "Pressure and Flow Laboratory", "diagnostic", "Plant / Ground Floor", "Sneha Patil", 1],
];

export const categoryRows = {
  "Patient Monitoring": [
    "MON",
    "high",
    12,
    12,
    "Bedside and transport monitors, pulse oximeters, blood pressure",
  ],
  "Life Support": [
    "LIFE",
    "life_support",
    6,
    12,
    "Ventilators, defibrillators, anaesthesia workstations",
  ],
  "Infusion Therapy": ["INF", "high", 12, 12, "Infusion, syringe and feeding pumps"],
  "Operating Theatre": ["OT", "high", 12, null, "Tables, lights, electrosurgery, tourniquets"],
  "Neonatal Care": ["NEO", "life_support", 6, 12, "Incubators, warmers, phototherapy"],
  "Diagnostic Imaging": ["IMG", "high", 12, 12, "X-ray, ultrasound, CT, MRI"],
  "Cardiology and Diagnostics": [
    "DIAG",
    "medium",
    12,
    12,
    "Electrocardiographs, endoscopy, audiometry",
  ],
  Laboratory: ["LAB", "medium", 12, 12, "Analysers, centrifuges, refrigerators, balances"],
  Sterilisation: ["STER", "high", 6, 12, "Steam sterilisers and washers"],
  "Renal Care": ["REN", "life_support", 6, 12, "Haemodialysis machines and water treatment"],
  "Respiratory Care": ["RESP", "medium", 12, null, "Suction, oxygen concentrators, spirometry"],
  Rehabilitation: ["REHAB", "low", 12, 12, "Therapy and training equipment"],
  "Ward Furniture": ["WARD", "low", 12, null, "Electric beds and patient scales"],
} as const;
export type CategoryName = keyof typeof categoryRows;

/** [name, code, contact, phone, city, region, kinds, accreditation number]. */
export type VendorRow = readonly [
  name: string,
  code: string,
  contact: string,
  phone: string,
  city: string,
  region: string,
  kinds: string,
  accreditation?: string,
];

export const vendorRows: VendorRow[] = [
  [
    "Southern Medisystems Pvt Ltd",
    "SMS",
    "Gautam Shetty",
    "+91 80 5550 1101",
    "Bengaluru",
    "Karnataka",
    "supplier service amc",
  ],
  [
    "Apex Biomedical Services",
    "ABS",
    "Nandini Rao",
    "+91 80 5550 1102",
    "Bengaluru",
    "Karnataka",
    "service amc",
  ],
  [
    "Precision Metrology Labs LLP",
    "PML",
    "Ashok Patwardhan",
    "+91 20 5550 1103",
    "Pune",
    "Maharashtra",
    "calibration",
    "CC-3187",
  ],
  [
    "Coromandel Healthcare Supplies",
    "CHS",
    "Revathi Balan",
    "+91 44 5550 1104",
    "Chennai",
    "Tamil Nadu",
    "supplier",
  ],
  [
    "MedServe India Pvt Ltd",
    "MSI",
    "Sandeep Bansal",
    "+91 11 5550 1105",
    "New Delhi",
    "Delhi",
    "supplier service",
  ],
  [
    "Zenith Imaging Solutions",
    "ZIS",
    "Joseph Mathai",
    "+91 484 555 1106",
    "Kochi",
    "Kerala",
    "supplier service amc",
  ],
  [
    "LifeLine Respiratory Care",
    "LRC",
    "Harpreet Gill",
    "+91 172 555 1107",
    "Chandigarh",
    "Punjab",
    "supplier service",
  ],
  [
    "Nova Renal Technologies",
    "NRT",
    "Kiran Deshmukh",
    "+91 22 5550 1108",
    "Mumbai",
    "Maharashtra",
    "manufacturer supplier service",
  ],
  [
    "Kaveri Surgicals",
    "KVS",
    "Basavaraj Patil",
    "+91 821 555 1109",
    "Mysuru",
    "Karnataka",
    "manufacturer supplier",
  ],
  [
    "Orchid Lab Instruments",
    "OLI",
    "Swati Kulkarni",
    "+91 40 5550 1110",
    "Hyderabad",
    "Telangana",
    "supplier service",
  ],
  [
    "TransMed Logistics",
    "TML",
    "Ravi Chandran",
    "+91 80 5550 1111",
    "Bengaluru",
    "Karnataka",
    "transporter",
  ],
];
