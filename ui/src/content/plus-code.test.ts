/** Claims about Plus Codes: the specification's own examples of codes with ten digits. */
import { expect, test } from "vitest";
import { plusCode } from "./plus-code.ts";

// From `test_data/encoding.csv` of the specification, latitude and longitude in degrees.
test.each([
  [20.3700625, 2.7821875, "7FG49QCJ+2V"],
  [47.0000625, 8.0000625, "8FVC2222+22"],
  [-41.2730625, 174.7859375, "4VCPPQGP+Q9"],
  [-89.9999375, -179.9999375, "22222222+22"],
  [1, 1, "6FH32222+22"],
  [1.2, 3.4, "6FH56C22+22"],
  [90, 1, "CFX3X2X2+X2"],
])("the code of %d, %d is %s", (latitude, longitude, code) => {
  expect(plusCode(latitude, longitude)).toBe(code);
});

test("both sides of the date line have one code", () => {
  expect(plusCode(1, 180)).toBe(plusCode(1, -180));
});
