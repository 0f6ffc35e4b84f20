import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v7 } from 'uuid';
import { ApiError, isUnreachable } from './api.js';
import { useAsOf } from '../time/as-of.js';
import { sayRefusal, send, type CommandResult } from './use-command.js';

const isInTheWay = (error: unknown): boolean => error instanceof ApiError && (error.problem?.inTheWay ?? []).length > 0;

/**
 * Removes what this component shows. A refusal is a notice, unless something is in the way: its dialog lists that. A press
 * repeated after a lost answer carries the same key; after a refusal it is a new command, because what was in the way may be gone.
 */
export function useRemoval<T extends CommandType>(type: T, what: string) {
  const client = useQueryClient();
  const asOf = useAsOf();
  const key = useRef<string>(undefined);
  return async (data: CommandInput<T>): Promise<CommandResult<T>> => {
    key.current ??= v7();
    try {
      return await send(client, type, data, key.current, asOf);
    } catch (error) {
      if (!isUnreachable(error)) key.current = undefined;
      if (!isInTheWay(error)) sayRefusal(what, error);
      throw error;
    }
  };
}
