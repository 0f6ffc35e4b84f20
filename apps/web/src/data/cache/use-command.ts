import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer } from '@tocsin/contracts/command-answers.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { pastHeader } from '@tocsin/contracts/past-header.js';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v7 } from 'uuid';
import { api, fieldErrorsOf, isUndecided, isUnreachable, wordsOf } from './api.js';
import { withProof } from '../session/proof.js';
import { queueAcknowledge } from '../offline/queue.js';
import { readBack } from './read.js';
import { useAsOf, type AsOf } from '../time/as-of.js';
import { say } from '../toasts.js';

/** Response of a command: the common part, and its own results. */
export type CommandResult<T extends CommandType> = CommandAccepted & { readonly says: CommandAnswer<T> };

/** The server refuses a command of a page that shows the past. */
export const pastHeaders = (asOf: AsOf | null): Record<string, string> => (asOf ? { [pastHeader]: String(asOf.ordinal) } : {});

/** Sends one command and waits until the screen can show its effect. Repeating the same `key` has no second effect. */
export async function send<T extends CommandType>(
  client: QueryClient,
  type: T,
  data: CommandInput<T>,
  key: string,
  asOf: AsOf | null = null,
): Promise<CommandResult<T>> {
  const accepted = await withProof(() =>
    api<CommandResult<T>>('POST', `/commands/${type}`, { body: data, headers: { 'idempotency-key': key, ...pastHeaders(asOf) } }),
  );
  // it was accepted: a read that fails now is the read’s problem, the socket will tell
  await readBack(client, accepted.token, accepted.streams).catch(() => undefined);
  void client.invalidateQueries({ queryKey: ['events'] });
  return accepted;
}

/** Shows what failed, and why. */
export function sayRefusal(what: string, error: unknown): void {
  const { says, todo } = wordsOf(error);
  say({ kind: 'refused', title: `Couldn’t ${what}`, detail: `${says} ${todo}` });
}

/**
 * One act of the person at the screen. `what` names it in the sentence of a refusal (“Couldn’t acknowledge #12”).
 * `inForm`: refusals about fields are shown at the fields. A press repeated after a lost answer carries the same key.
 */
export function useCommand<T extends CommandType>(type: T, what: string, { inForm = false } = {}) {
  const client = useQueryClient();
  const asOf = useAsOf();
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  return useMutation<CommandResult<T>, Error, CommandInput<T>>({
    mutationFn: async (data) => {
      const body = JSON.stringify(data);
      const key = unanswered.current?.body === body ? unanswered.current.key : v7();
      unanswered.current = { body, key };
      const accepted = await send(client, type, data, key, asOf);
      unanswered.current = null;
      return accepted;
    },
    onError: (error, data) => {
      // the server answers a repeated key as it did before, although the reason of a refusal may be gone
      if (!isUndecided(error)) unanswered.current = null;
      if (type === 'AcknowledgeAlertGroup' && isUnreachable(error) && !asOf)
        return queueAcknowledge(client, (data as CommandInput<'AcknowledgeAlertGroup'>).groupId, unanswered.current?.key ?? v7());
      if (!inForm || Object.keys(fieldErrorsOf(error)).length === 0) sayRefusal(what, error);
    },
  });
}
