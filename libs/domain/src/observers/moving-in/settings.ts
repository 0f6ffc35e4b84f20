import { millisOf } from './foreign-zones.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';

/** Whom a step pages, by the other system’s ids. */
export type TargetDraft =
  { readonly person: string } | { readonly schedule: string } | { readonly nextOnCall: string } | { readonly team: string };

export interface StepDraft {
  readonly waitMinutes: number;
  readonly targets: readonly TargetDraft[];
  readonly oneInTurn?: boolean;
  readonly notifyOthersStill?: boolean;
  /** Hours of the day in UTC in which it is due. */
  readonly hours?: { readonly from: string; readonly to: string };
}

export interface PolicyDraft {
  readonly id: string;
  readonly name: string;
  readonly teamId: string | null;
  readonly repeats: number;
  readonly climbLow?: boolean;
  readonly steps: readonly StepDraft[];
}

interface HoursDraft {
  readonly timeZone: string;
  readonly times: readonly { readonly weekdays: readonly string[]; readonly times: { readonly from: string; readonly to: string } }[];
}

export interface ServiceDraft {
  readonly id: string;
  readonly name: string;
  /** Null: that of its policy. */
  readonly teamId: string | null;
  readonly policyId: string | null;
  readonly description?: string;
  readonly urgencyRule?: 'always_high' | 'always_low' | 'by_severity' | 'support_hours';
  readonly supportHours?: HoursDraft;
  /** 0: off. */
  readonly ackTimeoutMinutes?: number;
}

export interface IntegrationDraft {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  readonly kind: IntegrationKind;
  /** The number of its key in the rescue’s file of keys. */
  readonly key?: number;
}

export interface RouteDraft {
  readonly name: string;
  /** Any of these; of each, all. Null: the condition, or where the route leads, can’t be read. */
  readonly when: readonly (readonly LabelMatcher[])[] | null;
  readonly then: OutcomeDraft;
  readonly isOn: boolean;
}
export type OutcomeDraft =
  | { readonly recordOnly: true }
  | {
      readonly serviceId?: string;
      readonly policyId?: string;
      readonly holdMinutes?: number;
    };

export interface RoutesDraft {
  readonly integrationId: string;
  readonly routes: readonly RouteDraft[];
  readonly otherwise?: OutcomeDraft;
}

export interface HeartbeatDraft {
  readonly id: string;
  readonly integrationId: string;
  readonly name: string;
  readonly everyMinutes: number;
  readonly urgency: 'high' | 'low';
}

export interface WindowDraft {
  readonly id: string;
  readonly name: string;
  readonly serviceIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** What became of something that has no schedule, by the name of its rule. */
export interface Remark {
  readonly fate: 'changed' | 'no counterpart' | 'missing' | 'by hand';
  readonly rule: string;
  readonly about: string;
}

/** What is configured beside people, teams and schedules. */
export interface ForeignSettings {
  readonly policies: readonly PolicyDraft[];
  readonly services: readonly ServiceDraft[];
  readonly integrations: readonly IntegrationDraft[];
  readonly routes: readonly RoutesDraft[];
  readonly heartbeats: readonly HeartbeatDraft[];
  readonly windows: readonly WindowDraft[];
  readonly remarks: readonly Remark[];
}

/** Collects remarks, each once. */
export class Remarks {
  readonly all: Remark[] = [];

  private readonly seen = new Set<string>();

  add(fate: Remark['fate'], rule: string, about: string): void {
    const word = JSON.stringify([fate, rule, about]);
    if (!this.seen.has(word)) this.all.push({ fate, rule, about });
    this.seen.add(word);
  }
}

/** Where a wait can’t be read: neither at once nor never. */
export const usualWait = policyLimits.stepDelayMinutes.default;

/** A wait in units of its own; null: there is none, or it can’t be read. It may be written as a text. */
export function waitIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number : null;
}

/** The same in minutes; the usual one, which is said, for one that can’t be read. */
export function minutesOr(minutes: number | null, about: string, remarks: Remarks): number {
  if (minutes === null) remarks.add('changed', `wait that can’t be read: ${usualWait} minutes`, about);
  return minutes ?? usualWait;
}

/** A window ahead; none where its times are none. */
export function windowAhead(
  window: Pick<WindowDraft, 'id' | 'name' | 'serviceIds'>,
  [from, to]: readonly [from: number | string, to: string],
  at: number,
  remarks: Remarks,
): readonly WindowDraft[] {
  try {
    const span = { from: typeof from === 'number' ? from : millisOf(from), to: millisOf(to) };
    if (span.to <= at) return [];
    if (span.from < span.to) return [{ ...window, ...span }];
  } catch {
    // said below
  }
  remarks.add('missing', 'maintenance at times that are none, left out', window.name);
  return [];
}

/** `label="value"`, as files have conditions. */
export const matcherText = ({ label, operator, value }: LabelMatcher): string =>
  `${label}${operator}"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A pattern that contains a text, as RE2 reads it. */
export const containing = (text: string): string => `(?s).*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}.*`;
