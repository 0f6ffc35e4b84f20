import { limits } from '@tocsin/contracts/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';

/** The rules of an integration without routes. */
export const defaultRules: RoutedSignal['by'] = {
  route: { id: 'default', version: 1 },
  grouping: { id: 'default', version: 1 },
  silence: null,
};

/** For a signal whose thread decided: routes are for what opens, or begins again. */
export const threadRules: RoutedSignal['by'] = { ...defaultRules, route: { id: 'thread', version: 1 } };

/** Bytes of items that one fact may hold: an append, without the surrounding data. */
export const itemBytes = limits.appendBytes - 16 * 1_024;

/** A character of JSON takes at most six bytes: an escaped control character. */
const bytesPerCharacter = 6;
const frame = 1_000;
const alertFrame = 130;
/** What rules set for an alert. */
const settingsFrame = 130;
/** A silence and its version; where it is posted, and by which rule. */
const silenceFrame = 70;
const postFrame = 220;
const beganFrame = 50;
/** What rules link, without names of labels. */
const linkedFrame = 250;

/** With quotes, colon and comma. */
const labelBytesOf = (labels: Readonly<Record<string, string>>): number =>
  Object.entries(labels).reduce((bytes, [label, value]) => bytes + (label.length + value.length) * bytesPerCharacter + 6, 14);

/** Upper bound of an item’s bytes in a fact; much cheaper than serialising it. */
export const itemBytesOf = ({ key, thread, by, postTo, alerts, counted, linked, grouped, until = [] }: RoutedSignal): number =>
  frame +
  (by.silence ? silenceFrame : 0) +
  (postTo ? postFrame : 0) +
  alerts.filter(({ began }) => began !== undefined).length * beganFrame +
  (key.length + thread.length) * bytesPerCharacter +
  alerts.length * (alertFrame + routingLimits.alertKeyLength) +
  alerts.filter(({ urgency, held }) => urgency !== undefined || held !== undefined).length * settingsFrame +
  alerts.reduce((bytes, { labels }) => bytes + (labels ? labelBytesOf(labels) : 0), 0) +
  until.reduce((bytes, { alerts: listed = [] }) => bytes + 60 + listed.length * (routingLimits.alertKeyLength + 3), 0) +
  (linked ? linkedFrame : 0) +
  [...(linked?.by ?? []), ...(grouped?.by ?? [])].reduce((bytes, name) => bytes + name.length * bytesPerCharacter + 3, 0) +
  (counted ? counted.names.length * (routingLimits.alertKeyLength + 3) : 0);
