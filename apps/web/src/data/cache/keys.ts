import type { ViewName } from '@tocsin/contracts/catalogue.js';
import type { ListParams } from './merge.js';

/** Keys of the cache: `['view', view, 'list' | 'count' | 'row', …]`, so that everything of a view is found by its first two words. */
export const keys = {
  status: ['status'] as const,
  session: ['session'] as const,
  health: ['health'] as const,
  signIn: ['sign-in'] as const,
  signInSettings: ['sign-in', 'settings'] as const,
  mailSettings: ['mail-settings'] as const,
  access: (personId: string) => ['access', personId] as const,
  view: (view: string) => ['view', view] as const,
  lists: (view: string) => ['view', view, 'list'] as const,
  list: (view: ViewName, params: ListParams) => ['view', view, 'list', params] as const,
  count: (view: ViewName, params: ListParams) => ['view', view, 'count', params] as const,
  row: (view: string, id: string) => ['view', view, 'row', id] as const,
  older: (view: string, id: string) => ['view', view, 'older', id] as const,
  rows: (view: string) => ['view', view, 'row'] as const,
  allEvents: ['events'] as const,
  events: (params: object) => ['events', params] as const,
  history: (params: object) => ['events', 'history', params] as const,
  newerEvents: (params: object, head: number) => ['events', 'newer', params, head] as const,
  causes: (ordinal: number) => ['events', 'causes', ordinal] as const,
  effects: (ordinal: number) => ['events', 'effects', ordinal] as const,
  integrationKeys: (integrationId: string) => ['integration-keys', integrationId] as const,
  shifts: (scheduleId: string, asked: object) => ['shifts', scheduleId, asked] as const,
  shiftDraft: (scheduleId: string, asked: object) => ['shifts', scheduleId, 'draft', asked] as const,
  scheduleQuality: (scheduleId: string, row: object) => ['schedule-quality', scheduleId, row] as const,
  zoneTable: (scheduleId: string, row: object) => ['zone-table', scheduleId, row] as const,
  ahead: ['ahead'] as const,
  senders: ['senders'] as const,
  tokenUses: ['token-uses'] as const,
};
