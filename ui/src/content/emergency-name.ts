/** How guardians know an emergency. */

/** A test that becomes a real emergency is another one to guardians, who answer each. */
export function emergencyName(id: string, isDrill: boolean): string {
  return isDrill ? `${id}-test` : id;
}
