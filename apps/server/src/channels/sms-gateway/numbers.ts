const codesIn = (countries: string): readonly string[] => countries.match(/\+\d+/g) ?? [];

/**
 * What the number of a reply may be in full: `0041…`, `41…` and a plus that became a space are one with its country code; `079…` is one of a country that
 * the connection may send to, and so may one without any beginning be.
 */
export const numbersOf = (text: string, countries: string): readonly string[] => {
  const digits = text.replaceAll(/\D/g, '');
  const whole = [`+${digits.replace(/^00/, '')}`];
  if (/^[+ ]/.test(text) || digits.startsWith('00')) return whole;
  const national = codesIn(countries).map((code) => `${code}${digits.replace(/^0/, '')}`);
  return digits.startsWith('0') ? national : [...new Set([...whole, ...national])];
};
