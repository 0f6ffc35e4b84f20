import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import type { QueryClient } from '@tanstack/react-query';
import { api, ApiError, isUndecided, wordsOf } from '../cache/api.js';
import { keys } from '../cache/keys.js';
import type { List } from '../cache/merge.js';
import { readBack, readRow } from '../cache/read.js';
import { say } from '../toasts.js';
import { plainName } from '../words/names.js';
import { queued, senderOf, withdraw } from './queue.js';
import { verdictOn, type QueuedAcknowledge, type Verdict } from './queued-verdict.js';

let isSending = false;

/** Sends what waits, in order, until the server is gone again. One window at a time; twice sent counts once. */
export async function sendQueued(client: QueryClient): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (const one of queued()) {
      if (one.personId !== senderOf(client) || !(await settle(client, one))) break;
      withdraw(one.groupId);
    }
  } finally {
    isSending = false;
  }
}

/** True: sent, or never to be sent; false: not now. */
async function settle(client: QueryClient, one: QueuedAcknowledge): Promise<boolean> {
  try {
    const { row } = await readRow('alertGroups', one.groupId);
    const verdict = verdictOn(one, row, Date.now());
    if (verdict === 'send') await send(client, one);
    else tellVerdict(client, one, row, verdict);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || isUndecided(error)) return false;
    const { says, todo } = wordsOf(error);
    say({ kind: 'refused', title: `Couldn’t acknowledge #${one.number}`, detail: `${says} ${todo}` });
    return true;
  }
}

async function send(client: QueryClient, { groupId, key, number }: QueuedAcknowledge): Promise<void> {
  const accepted = await api<CommandAccepted>('POST', '/commands/AcknowledgeAlertGroup', {
    body: { groupId },
    headers: { 'idempotency-key': key },
  });
  await readBack(client, accepted.token, accepted.streams).catch(() => undefined);
  say({ kind: 'done', title: `Sent: you acknowledged #${number}` });
}

const ends: Record<Exclude<Verdict, 'send' | 'mine' | 'taken'>, string> = {
  'too old': 'You pressed Acknowledge more than a day ago. Nothing was changed. Acknowledge again if you are handling it.',
  gone: 'This alert group no longer exists.',
  over: 'It was resolved before your acknowledgement could be sent.',
  'fired again': 'It was resolved and fired again after you pressed. Nothing was changed. Acknowledge again if you are handling it.',
};

function tellVerdict(
  client: QueryClient,
  { number }: QueuedAcknowledge,
  row: AlertGroupRow | null,
  verdict: Exclude<Verdict, 'send'>,
): void {
  if (verdict === 'mine') return say({ kind: 'done', title: `Sent: you acknowledged #${number}` });
  if (verdict === 'over') return say({ kind: 'done', title: `#${number} is resolved`, detail: ends.over }, 14);
  if (verdict !== 'taken') return say({ kind: 'refused', title: `Acknowledgement of #${number} not sent`, detail: ends[verdict] });
  const detail = 'Your acknowledgement was later, so it changed nothing.';
  say({ kind: 'refused', title: `${holderOf(client, row)} acknowledged #${number} first`, detail });
}

function holderOf(client: QueryClient, row: AlertGroupRow | null): string {
  const holder = row?.holder;
  const people = client.getQueryData<List<{ id: string; name: unknown }>>(keys.list('people', { all: true }))?.rows ?? [];
  return holder?.kind === 'person' ? plainName(people.find(({ id }) => id === holder.personId)?.name ?? 'Someone') : 'Its source';
}
