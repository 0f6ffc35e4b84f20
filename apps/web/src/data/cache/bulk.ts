import type { bulkActs } from '@tocsin/contracts/alert-groups/commands.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import type { QueryClient } from '@tanstack/react-query';
import { v7 } from 'uuid';
import { api } from './api.js';
import { connection } from './live.js';
import { readAgain } from './read.js';
import { pastHeaders } from './use-command.js';
import type { AsOf } from '../time/as-of.js';

/** The bulk acts of the list; marking as noise in bulk is available by API only. */
export type BulkAct = Exclude<(typeof bulkActs)[number], 'MarkAlertGroupAsNoise' | 'RemoveNoiseMark'>;
export interface BulkResult {
  readonly groupId: string;
  readonly accepted?: CommandAccepted;
  readonly problem?: Problem;
}

/** One act on up to 200 alert groups, each done or refused separately. `asBefore`: reopened groups are assigned to their previous assignees. */
export async function sendBulk(
  client: QueryClient,
  act: BulkAct,
  groupIds: readonly string[],
  asBefore = false,
  asOf: AsOf | null = null,
): Promise<readonly BulkResult[]> {
  const { results, token } = await api<{ results: BulkResult[]; token: string }>('POST', '/bulk', {
    body: { act, groupIds, ...(asBefore ? { asBefore } : {}) },
    headers: { 'idempotency-key': v7(), ...pastHeaders(asOf) },
  });
  // live updates arrive row by row, so that a frozen list keeps its rows in place
  if (connection.now().state !== 'live') await readAgain(client, 'alertGroups', token).catch(() => undefined);
  return results;
}
