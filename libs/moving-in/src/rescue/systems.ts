import type { System } from './source.js';
import { goalert } from './systems/goalert.js';
import { jsm } from './systems/jsm.js';
import { oncall } from './systems/oncall.js';
import { opsgenie } from './systems/opsgenie.js';
import { pagerduty } from './systems/pagerduty.js';

export const systems: readonly System[] = [opsgenie, jsm, pagerduty, oncall, goalert];

export const systemNamed = (name: string): System | undefined => systems.find((system) => system.name === name);
