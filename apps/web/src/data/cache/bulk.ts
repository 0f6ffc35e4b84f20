import type { bulkActs } from '@tocsin/contracts/alert-groups.js';
import type { Accepted } from '@tocsin/contracts/http.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import type { QueryClient } from '@tanstack/react-query';
import { v7 } from 'uuid';
import { api } from './api.js';
import { connection } from './live.js';
import { readAgain } from './read.js';

/** The bulk acts of the list; marking as noise in bulk is available by API only. */
export type BulkAct = Exclude<(typeof bulkActs)[number], 'MarkAlertGroupAsNoise' | 'RemoveNoiseMark'>;
export interface BulkResult {
  readonly groupId: string;
  readonly accepted?: Accepted;
  readonly problem?: Problem;
}

/** One act on up to 200 alert groups; each succeeds or is refused separately. `iHaveIt`: reopened groups are acknowledged, as before. */
export async function sendBulk(
  client: QueryClient,
  act: BulkAct,
  groupIds: readonly string[],
  iHaveIt = false,
): Promise<readonly BulkResult[]> {
  const { results, token } = await api<{ results: BulkResult[]; token: string }>('POST', '/bulk', {
    body: { act, groupIds, ...(iHaveIt ? { iHaveIt } : {}) },
    headers: { 'idempotency-key': v7() },
  });
  // the socket tells the rows one by one, so that a list that is held keeps them in their places
  if (connection.now().state !== 'live') await readAgain(client, 'alertGroups', token).catch(() => undefined);
  return results;
}
