/**
 * What hospitals call the same thing, in small letters without accents and separators; each line is one thing. What a
 * company says otherwise are synonyms of its categories.
 */
const things = `
ecg, ekg, electrocardiograph, electrocardiogram
eeg, electroencephalograph
emg, electromyograph
ctg, cardiotocograph, fetal monitor, foetal monitor
x ray, xray, radiography, radiograph, roentgen
c arm, carm, image intensifier
usg, ultrasound, sonography, ultrasonography
echo, echocardiograph, echocardiography
ct, cat scan, computed tomography, tomograph
mri, magnetic resonance, mr scanner
pet, positron emission
cathlab, cath lab, angiography
dexa, bone densitometer
opg, orthopantomograph
defib, defibrillator
aed, automated external defibrillator
vent, ventilator, respirator
cpap, bipap, bilevel
oxygen concentrator, o2 concentrator
nebuliser, nebulizer
suction, aspirator
bp, nibp, blood pressure, sphygmomanometer, sphyg
spo2, pulse oximeter, oximeter, pulse ox
etco2, capnograph, capnometer
thermometer, temperature probe
patient monitor, multipara, multiparameter, multi parameter, bedside monitor
drip, infusion, iv pump, volumetric pump
syringe driver, syringe pump, perfusor
pca, patient controlled analgesia
feeding pump, enteral
anaesthesia, anesthesia, boyle
vaporiser, vaporizer
laryngoscope, intubation scope
esu, electrosurgical, diathermy, cautery, bovie
ot light, or light, operating light, surgical light
ot table, or table, operating table, surgical table
tourniquet, pneumatic cuff
endoscope, endoscopy, gastroscope, colonoscope
laparoscope, laparoscopy
incubator, isolette
warmer, baby warmer, radiant warmer
phototherapy, bilirubin light
autoclave, steriliser, sterilizer
washer disinfector, thermal disinfector
dialysis, haemodialysis, hemodialysis
centrifuge, spinner
analyser, analyzer
haematology, hematology, cell counter
abg, blood gas
glucometer, glucose meter
microscope, scope
fridge, refrigerator
freezer, deep freeze
scale, weighing, balance
bed, cot
trolley, stretcher, gurney
wheelchair, wheel chair
hearing, audiometer
eye, ophthalmoscope
lung function, spirometer, pft
uninterruptible, ups
dg, generator, genset
ac, air conditioner
paediatric, pediatric
foetal, fetal
fibre, fiber
`;

/** The other names of each name. */
const others = new Map<string, readonly string[]>(
  things
    .trim()
    .split("\n")
    .map((line) => line.split(", "))
    .flatMap((names) => names.map((name) => [name, names.filter((other) => other !== name)])),
);

/** How many words the longest name has. */
export const MOST_WORDS_OF_NAME = Math.max(
  ...[...others.keys()].map((name) => name.split(" ").length),
);

/** Other names of a thing that hospitals have; none for what is no name. @param name folded words with single spaces */
export const synonymsOf = (name: string): readonly string[] => others.get(name) ?? [];
