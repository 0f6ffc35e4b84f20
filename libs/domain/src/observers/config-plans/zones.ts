import { findLatestZone } from '../../setup/schedules/shared/latest-zones.js';
import type { PlacedDocument, Report } from './documents.js';

/** Every `timeZone` of a document, at any depth, is one that there is. */
export function checkZones(placed: PlacedDocument, report: Report): void {
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const [n, one] of value.entries()) walk(one, `${path}[${n}]`);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) walk(one, path === '' ? key : `${path}.${key}`);
    else if (typeof value === 'string' && /(?:^|\.)timeZone$/.test(path) && !findLatestZone(value))
      report(placed, path, 'config.zone_unknown', `No time zone “${value}”. Use a name such as Europe/Berlin.`);
  };
  walk(placed.document, '');
}
