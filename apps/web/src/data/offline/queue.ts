import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { CommandAccepted, SessionAnswer } from '@tocsin/contracts/http.js';
import type { QueryClient } from '@tanstack/react-query';
import { get, set } from 'idb-keyval';
import { api, ApiError, isUndecided, wordsOf } from '../cache/api.js';
import { keys } from '../cache/keys.js';
import type { List } from '../cache/merge.js';
import { plainName } from '../words/names.js';
import { verdictOn, type QueuedAcknowledge, type Verdict } from './queued-verdict.js';
import { readBack, readRow, shownGroup } from '../cache/read.js';
import { store, useStore } from '../store.js';
import { say } from '../toasts.js';

const place = 'queue';
const queue = store<readonly QueuedAcknowledge[]>([]);

/** Shown optimistically, and stored in this browser so that a closed window loses nothing. Resolves once it is stored. */
function become(next: readonly QueuedAcknowledge[]): Promise<void> {
  queue.set(next);
  return set(place, next).catch(() => undefined);
}

/** Queued acknowledges, not sent yet. */
export const useQueue = (): readonly QueuedAcknowledge[] => useStore(queue);
export const useIsQueued = (groupId: string): boolean => useStore({ on: queue.on, now: () => isQueued(groupId) });

export const isQueued = (groupId: string): boolean => queue.now().some((one) => one.groupId === groupId);

/** Discards all of it: the person changed their mind, or signs out. */
export const withdraw = (groupId: string): void => void become(queue.now().filter((one) => one.groupId !== groupId));
export const emptyQueue = (): Promise<void> => become([]);

const me = (client: QueryClient): string => client.getQueryData<SessionAnswer | null>(keys.session)?.personId ?? '';

/** Queues an acknowledgement because the server could not be reached, and shows that. */
export function queueAcknowledge(client: QueryClient, groupId: string, key: string): void {
  const row = shownGroup(client, ({ id }) => id === groupId);
  const { number = 0, opening = 1 } = row ?? {};
  const others = queue.now().filter((one) => one.groupId !== groupId);
  void become([
    ...others,
    queue.now().find((one) => one.groupId === groupId) ?? { key, personId: me(client), groupId, number, opening, at: Date.now() },
  ]);
}

/** Loads the acknowledgements that were queued in an earlier visit. */
export async function loadQueue(client: QueryClient): Promise<void> {
  const left = (await get<readonly QueuedAcknowledge[]>(place).catch(() => undefined)) ?? [];
  const known = new Set(queue.now().map(({ groupId }) => groupId));
  const mine = left.filter(({ personId, groupId }) => personId === me(client) && !known.has(groupId));
  if (mine.length > 0) void become([...mine, ...queue.now()]);
}

let isSending = false;

/** Sends what waits, in order, until the server is gone again. One window at a time; twice sent counts once. */
export async function sendQueued(client: QueryClient): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (const one of queue.now()) {
      if (one.personId !== me(client) || !(await settle(client, one))) break;
      withdraw(one.groupId);
    }
  } finally {
    isSending = false;
  }
}

/** True: sent, or never to be sent; false: not now. */
async function settle(client: QueryClient, queued: QueuedAcknowledge): Promise<boolean> {
  try {
    const { row } = await readRow('alertGroups', queued.groupId);
    const verdict = verdictOn(queued, row, Date.now());
    if (verdict === 'send') await send(client, queued);
    else tellVerdict(client, queued, row, verdict);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || isUndecided(error)) return false;
    const { says, todo } = wordsOf(error);
    say({ kind: 'refused', title: `Couldn’t acknowledge #${queued.number}`, detail: `${says} ${todo}` });
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
