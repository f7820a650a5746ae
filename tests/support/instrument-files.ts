/* Files as instruments write them, of which those of tests are made. */
import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import { certifiedContent } from "./certifying.ts";

/** As a Fluke ESA615 exports its results: lines of the device before the table. */
export const esa615 = [
  "ESA615 Test Results",
  "DUT ID,INV-00417",
  "Serial Number,SN 99812",
  'Operator,"Dubois, M."',
  "Standard,IEC 62353",
  "",
  "Test,Condition,Value,Unit,Limit,Status",
  "Protective Earth Resistance,,0.118,Ohm,0.3,PASS",
  "Equipment Leakage,Normal,61.4,uA,500,PASS",
  'Equipment Leakage,"Reversed, no earth",0.0714,mA,500,PASS',
  "Applied Part Leakage,All,>999,uA,50,FAIL",
  "Insulation Resistance,Mains,=2+3,MOhm,2,PASS",
  "Visual Inspection,,PASS,,,PASS",
  "",
].join("\r\n");

/** As a Rigel exports: semicolons, a decimal comma, and the unit behind the value. */
export const rigel = [
  "Rigel 288+;;",
  "Gerät:;Infusionspumpe;",
  "Prüfung;Messwert;Bewertung",
  "Schutzleiterwiderstand;0,1180 Ω;bestanden",
  "Geräteableitstrom;61,4 µA;bestanden",
  "Patientenableitstrom;1.234,5 µA;nicht bestanden",
].join("\r\n");

const pad = (n: number) => String(n).padStart(2, "0");
/** As a data logger exports a week, a row a minute: times with the day first, a hundredth of a degree each. */
export const logger = (rows = 10_000, day = 23): string =>
  [
    "Logger,Testo 175 H1",
    "Date/Time,Temperature (°C),Humidity (%RH),Pressure (hPa)",
    ...Array.from({ length: rows }, (_, n) => {
      const [d, h, m] = [day + Math.floor(n / 1440), Math.floor(n / 60) % 24, n % 60];
      const degrees = (21 + Math.sin(n / 200) * 2).toFixed(2);
      return `${pad(d)}/11/2026 ${pad(h)}:${pad(m)}:00,${degrees},${(48 + (n % 7) / 10).toFixed(1)},1013.2`;
    }),
  ].join("\n");

/** As a defibrillator analyser exports energies: a row for each shock. */
export const energies = [
  "Mode\tSet point\tReading\tUnit",
  ...["49.70", "49.90", "49.6"].map((reading) => `Energy\t50\t${reading}\tJ`),
  ...["198.2", "0.1991e3", "OL", "198.7"].map((reading) => `Energy\t200\t${reading}\tJ`),
  "Energy\t360\t351.2\tJ",
].join("\n");

const electrical = (key: string, name: string, quantity: string | null) => ({
  ...{ key, group: quantity ? "electrical" : "visual", name, mandatory: true, quantity },
  condition: null,
});
/** The procedure of a defibrillator with electrical checks and a log of the room. */
export const loggedContent = {
  ...certifiedContent,
  environment: [
    { quantity: "Temperature", unit: "degC", lo: "18", hi: "28", log: "continuous" },
    { quantity: "Relative humidity", unit: "%RH", lo: "30", hi: "70", log: "start_end" },
    { quantity: "Pressure", unit: "kPa", lo: "86", hi: "106", log: "start_end" },
  ],
  checks: [
    electrical("housing", "Housing", null),
    electrical("earth", "Protective earth resistance", "earth_resistance"),
    electrical("leak", "Equipment leakage", "equipment_leakage"),
    electrical("leak_rev", "Equipment leakage, reversed", "equipment_leakage"),
    electrical("applied", "Applied part leakage", "applied_part_leakage"),
    electrical("insulation", "Insulation resistance", "insulation_resistance"),
  ],
  safety: { standard: "IEC 62353", edition: null, method: "direct" },
} as ProcedureContent;
