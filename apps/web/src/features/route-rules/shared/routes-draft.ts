import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { organisationRouter, type RouteRule, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { v7 } from 'uuid';

export type SavedRoutes = Pick<RouteRulesRow, 'version' | 'rules'>;
/** An edit of a router. `base`: the version that is edited. */
export interface RoutesDraft {
  readonly base: SavedRoutes;
  readonly rules: readonly RouteRule[];
}

export const noRoutes: SavedRoutes = { version: 0, rules: [] };
export const isDirty = ({ base, rules }: RoutesDraft): boolean => JSON.stringify(base.rules) !== JSON.stringify(rules);

/** Where the editor of a router keeps its draft. */
export const draftNameOf = (routerId: string): string => `routes:${routerId}`;
export const organisationDraft = draftNameOf(organisationRouter);

/** The organisation’s routes with a last rule that holds these alerts for a minute, as an unsaved edit. What is being edited stays in it. */
export const withHold = (row: SavedRoutes, matchers: readonly LabelMatcher[], unsaved: RoutesDraft | null): RoutesDraft => {
  const { base, rules } = unsaved && isDirty(unsaved) ? unsaved : { base: { version: row.version, rules: row.rules }, rules: row.rules };
  const hold: RouteRule = { ruleId: v7(), rows: [[...matchers]], outcome: { kind: 'default', holdMinutes: 1 }, isOn: true };
  return { base, rules: [...rules, hold] };
};
