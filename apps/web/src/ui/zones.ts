import type { ComboOption } from './combobox.js';

/** `UTC+1`: of this zone today. */
const offsetOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('GMT', 'UTC');

let known: readonly ComboOption[] | undefined;

/** Every zone that the browser knows. `also`: one that it may not know. */
export function zoneOptions(also: string): readonly ComboOption[] {
  known ??= [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
    id: zone,
    label: zone.replaceAll('_', ' '),
    hint: offsetOf(zone),
  }));
  return also === '' || known.some(({ id }) => id === also) ? known : [{ id: also, label: also }, ...known];
}
