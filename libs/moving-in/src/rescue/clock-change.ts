import { zoneNamed, zoneNameOf } from '@tocsin/domain/observers/moving-in/foreign-zones.js';

const day = 86_400_000;
const midnight = (millis: number): string => new Date(Math.floor(millis / day) * day).toISOString();

/** The week around the next change of a zone’s clock after the four weeks that are rendered anyway; null: none within a year. */
export function clockChangeWeek(zoneName: unknown, at: string): { readonly from: string; readonly to: string } | null {
  const known = typeof zoneName === 'string' ? zoneNameOf(zoneName) : undefined;
  const zone = known === undefined ? undefined : zoneNamed(known);
  const rendered = Date.parse(at) + 28 * day;
  const change = zone?.changes.find(({ at: instant }) => instant > rendered && instant < rendered + 366 * day);
  return change === undefined ? null : { from: midnight(change.at - 3 * day), to: midnight(change.at + 4 * day) };
}
