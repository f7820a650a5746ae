/** [problem, action taken, parts as "number" or "number*quantity", outside help in thousand rupees]. */
type Fault = readonly [problem: string, action: string, parts: string, cost: number];

/** Faults by the checklist of a device, or else its category, in the words of a service log. */
export const faults: Record<string, readonly Fault[]> = {
  patient_monitor: [
    [
      "SpO2 reads low and drops out on finger sensor.",
      "Sensor cable open near connector. Replaced sensor, checked 98, 90 and 80 % on simulator: within 1 %.",
      "SPO2-A",
      0,
    ],
    [
      "NIBP shows 'air leak' and repeats inflation.",
      "Leak at hose coupling. Replaced hose and cuff, leak test 2 mmHg/min at 250 mmHg.",
      "NIBP-HOSE NIBP-CUFF-A",
      0,
    ],
    [
      "ECG trace noisy on all leads, lead off alarm.",
      "Trunk cable worn at strain relief. Replaced cable; heart rate correct at 60 and 120 bpm.",
      "ECG-5L",
      0,
    ],
    [
      "Monitor switches off when moved off mains.",
      "Battery no longer holds charge. Replaced pack, ran 95 min on battery.",
      "MON-BATT",
      0,
    ],
    [
      "Rotary knob skips menu items.",
      "Encoder worn. Replaced encoder, all functions tested.",
      "MON-KNOB",
      0,
    ],
  ],
  pulse_oximeter: [
    [
      "No reading, 'sensor fault' on display.",
      "Reusable sensor replaced, checked against simulator.",
      "SPO2-A",
      0,
    ],
    ["Neonatal sensor does not hold.", "Wrap sensor replaced.", "SPO2-N", 0],
  ],
  nibp: [
    [
      "Cuff does not deflate completely.",
      "Exhaust valve cleaned, hose replaced. Static pressure within 1 mmHg.",
      "NIBP-HOSE",
      0,
    ],
    ["Runs on mains only.", "Batteries replaced.", "BATT-AA*4", 0],
  ],
  sphyg_manual: [
    [
      "Pressure falls while the valve is closed.",
      "Cuff replaced, leak now 1 mmHg/min.",
      "NIBP-CUFF-A",
      0,
    ],
  ],
  infusion_pump: [
    [
      "Door open alarm with door closed.",
      "Latch broken. Replaced latch, occlusion pressure 372 mmHg.",
      "PUMP-DOOR",
      0,
    ],
    [
      "Frequent air-in-line alarm with a clean set.",
      "Sensor drifted out of range. Replaced and adjusted; 50 µL bubble detected.",
      "PUMP-AIR",
      0,
    ],
    [
      "Low battery after 20 minutes of transport.",
      "Battery replaced, ran 4 h 40 min at 25 mL/h.",
      "PUMP-BATT",
      0,
    ],
    ["Pump slides down the stand.", "Pole clamp replaced.", "PUMP-POLE", 0],
  ],
  syringe_pump: [
    [
      "Does not recognise 50 mL syringe.",
      "Barrel clamp sensor cleaned and adjusted, all sizes recognised.",
      "",
      0,
    ],
    [
      "Plunger drive slips, flow too low.",
      "Drive head replaced. Flow 4.97 mL/h at 5 mL/h set.",
      "SYR-DRIVE",
      0,
    ],
    ["START key needs several presses.", "Keypad replaced, functional test passed.", "SYR-KEY", 0],
    ["Switches off on battery.", "Battery replaced and capacity test run.", "PUMP-BATT", 0],
  ],
  ventilator: [
    [
      "O2 concentration alarm, measured 34 % at 40 % set.",
      "Oxygen cell used up. Replaced cell, calibrated at 21 and 100 %.",
      "VENT-O2",
      0,
    ],
    [
      "Tidal volume inaccurate after start-up test.",
      "Flow sensor replaced, start-up test passed, VT 497 mL at 500 mL set.",
      "VENT-FLOW",
      0,
    ],
    [
      "Leak test failed.",
      "Expiratory valve membrane torn. Replaced, leak 60 mL/min at 30 cmH2O.",
      "VENT-EXV VENT-HEPA",
      0,
    ],
    [
      "High temperature warning.",
      "Fan filter blocked. Replaced filter set and cleaned the fan.",
      "VENT-FILT",
      0,
    ],
    [
      "Technical fault 47 on start.",
      "Agent replaced the inspiratory valve block under contract, verified all modes.",
      "",
      18,
    ],
  ],
  anaesthesia: [
    [
      "Low-pressure leak test fails, 240 mL/min.",
      "Vaporiser seat seals replaced, leak 40 mL/min.",
      "AN-SEAL",
      0,
    ],
    [
      "Adjustable pressure valve sticks at 30 cmH2O.",
      "Diaphragm replaced, opens from 5 cmH2O evenly.",
      "AN-APL",
      0,
    ],
    [
      "Absorbent exhausted, inspired CO2 rising.",
      "Soda lime changed, canister seal cleaned.",
      "AN-SODA*2",
      0,
    ],
    [
      "Oxygen hose leaking at the wall probe.",
      "Hose assembly replaced, no leak at 4 bar.",
      "GAS-O2",
      0,
    ],
  ],
  oxygen_concentrator: [
    [
      "Low oxygen lamp stays on.",
      "Inlet filter blocked and sieve bed weak. Filter changed; 91 % at 5 L/min.",
      "VENT-FILT",
      3,
    ],
  ],
  suction: [
    [
      "Weak vacuum.",
      "Filter wet and jar lid cracked. Both replaced, 68 kPa with port closed.",
      "SUC-JAR SUC-FILT",
      0,
    ],
    [
      "Fluid entered the pump.",
      "Pump stripped and cleaned, hydrophobic filter replaced.",
      "SUC-FILT*2",
      2,
    ],
  ],
  defibrillator: [
    [
      "Daily self-test reports battery fault.",
      "Battery replaced. Charge to 200 J in 6 s; delivered 197 J into 50 ohm.",
      "DEF-BATT",
      0,
    ],
    ["Pads past expiry found on ward round.", "Pads replaced, date label renewed.", "DEF-PAD*2", 0],
    ["Printer does not feed.", "Roller cleaned, paper replaced, test strip filed.", "PRN-50*2", 0],
  ],
  aed: [
    [
      "Status indicator shows red cross.",
      "Pads expired. Replaced pads, self-test passed.",
      "DEF-PAD",
      0,
    ],
  ],
  surgical_light: [
    ["One LED module dark.", "Module replaced, central illuminance 128 klx.", "OTL-LED", 0],
    ["Light head drifts.", "Friction of both joints adjusted, handle replaced.", "OTL-HANDLE", 0],
  ],
  esu: [
    [
      "Return plate alarm with plate connected.",
      "Plate cable contact corroded. Cleaned; new plates supplied.",
      "ESU-PLATE*5",
      0,
    ],
    [
      "Footswitch does not activate coagulation.",
      "Footswitch replaced, cut and coagulation power within 8 %.",
      "ESU-FOOT",
      0,
    ],
    ["Hand control intermittent.", "Pencil replaced, activation tone checked.", "ESU-PENCIL", 0],
  ],
  tourniquet: [
    [
      "Pressure falls by 20 mmHg in 10 minutes.",
      "Cuff bladder leaking. Cuff replaced, steady at 300 mmHg.",
      "TQ-CUFF",
      0,
    ],
  ],
  infant_incubator: [
    [
      "Air temperature 1.2 °C under setting.",
      "Air filter blocked. Replaced filter; 35.9 °C at 36.0 °C set after 60 min.",
      "INC-FILT",
      0,
    ],
    ["Hand port does not seal.", "Gaskets replaced, humidity holds at 60 %.", "INC-GASK", 0],
    ["Skin probe alarm.", "Probe replaced, 36.0 °C in the water bath.", "TEMP-SKIN", 0],
  ],
  radiant_warmer: [
    [
      "Heater does not reach 100 %.",
      "Heater element replaced, warm-up time checked.",
      "WARM-HEAT",
      0,
    ],
    ["Skin temperature shows '---'.", "Skin probe replaced.", "TEMP-SKIN", 0],
  ],
  phototherapy: [
    ["Irradiance low at use distance.", "Lamp surface cleaned; 31 µW/cm²/nm at 40 cm.", "", 0],
  ],
  dialysis: [
    [
      "Conductivity alarm at 14.6 mS/cm.",
      "Conductivity cell replaced and calibrated; 14.0 mS/cm.",
      "DIA-COND",
      6,
    ],
    [
      "Endotoxin test above limit.",
      "Ultrafilter replaced, heat disinfection run twice.",
      "DIA-SAFE",
      0,
    ],
    [
      "Leak under the hydraulic unit.",
      "O-rings replaced, pressure-holding test passed.",
      "DIA-ORING",
      0,
    ],
  ],
  autoclave: [
    [
      "Vacuum test failed, 2.1 mbar/min.",
      "Door gasket replaced, vacuum test 0.6 mbar/min.",
      "AUT-GASK",
      0,
    ],
    ["Safety valve weeping.", "Valve replaced, lifts at 2.5 bar.", "AUT-VALVE", 4],
    ["Load wet at end of cycle.", "Bacterial filter replaced, drying phase checked.", "AUT-AIR", 0],
  ],
  centrifuge: [
    [
      "Does not reach set speed.",
      "Carbon brushes replaced, 3,010 rpm at 3,000 rpm.",
      "CEN-BRUSH",
      0,
    ],
  ],
  blood_fridge: [
    [
      "High temperature alarm at night, 7.1 °C.",
      "Door gasket hardened. Replaced; stable at 3.9 °C over 24 h.",
      "FRI-GASK",
      3,
    ],
    ["Alarm battery low.", "Backup battery replaced, alarm tested.", "BATT-12V7", 0],
  ],
  balance: [
    ["Reading drifts.", "Levelled and battery replaced, checked with 10 and 20 kg.", "BATT-9V", 0],
  ],
  xray: [
    [
      "Exposure error on second exposure.",
      "Agent replaced the high-tension connector grease and ran the tube conditioning.",
      "",
      22,
    ],
  ],
  ultrasound_imaging: [
    [
      "Convex probe shows dark band.",
      "Probe connector cleaned and reseated; element test passed.",
      "",
      0,
    ],
    ["Does not start.", "Mains fuses replaced, cord replaced.", "FUSE-5A*2 CORD-C13", 0],
  ],
  ecg: [
    [
      "Lead V3 missing on print.",
      "Patient cable replaced, all leads correct on simulator.",
      "ECG-10L",
      0,
    ],
    ["Paper runs askew.", "Paper guide adjusted, chart paper supplied.", "PRN-A4*2", 0],
    ["Limb leads noisy.", "Clamps corroded, replaced the set.", "ECG-CLAMP", 0],
  ],
  audiometer: [["Left earphone crackles.", "Cord replaced, level within 1 dB.", "", 2]],
  ultrasound_therapy: [
    ["No output on 3 MHz head.", "Head cable re-terminated; 4.8 W at 5 W set.", "", 3],
  ],
  hospital_bed: [
    ["Backrest does not move.", "Handset replaced, all movements tested.", "BED-HAND", 0],
    ["Bed dead on mains.", "Fuse replaced, cord strain relief renewed.", "FUSE-2A*2", 0],
  ],
  enteral_pump: [
    [
      "Occlusion alarm without occlusion.",
      "Rotor cleaned, pressure adjusted; 98 mL in 1 h at 100 mL/h.",
      "",
      0,
    ],
  ],
  "Diagnostic Imaging": [
    [
      "Reconstruction stops with a disk warning.",
      "Agent cleared the cache disk and reloaded the software.",
      "",
      14,
    ],
    [
      "Cooling alarm.",
      "Chiller filter cleaned with the agent, water temperature steady at 19 °C.",
      "",
      9,
    ],
  ],
  "Cardiology and Diagnostics": [
    [
      "Picture flickers while the scope is bent.",
      "Scope connector dried and contacts cleaned, leak test passed.",
      "",
      6,
    ],
  ],
  Laboratory: [
    [
      "Control values out of range.",
      "Agent replaced the sample probe and ran the calibration; controls within 1 SD.",
      "",
      12,
    ],
    ["Waste line blocked.", "Line flushed and tubing replaced.", "", 0],
  ],
  "Operating Theatre": [
    [
      "Table does not tilt to the left.",
      "Hydraulic coupling tightened, handset replaced.",
      "BED-HAND",
      0,
    ],
  ],
  "Respiratory Care": [
    [
      "Volume reads 6 % low with the 3 L syringe.",
      "Turbine cleaned, calibration repeated; within 1 %.",
      "",
      0,
    ],
  ],
  mains: [
    [
      "Does not switch on.",
      "Mains fuse blown. Replaced fuses, earth and leakage measured and in order.",
      "FUSE-2A*2",
      0,
    ],
    [
      "Mains plug hot to the touch.",
      "Plug and cord replaced, electrical safety test passed.",
      "PLUG-16A CORD-C13",
      0,
    ],
    [
      "Cord insulation cut by the bed wheel.",
      "Cord replaced, electrical safety test passed.",
      "CORD-C13",
      0,
    ],
  ],
};
