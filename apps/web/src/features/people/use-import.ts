import type { ImportAnswer, ImportRow } from '@tocsin/contracts/people/import.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v7 } from 'uuid';
import { api } from '../../data/cache/api.js';
import { withProof } from '../../data/session/proof.js';
import { readAgain } from '../../data/cache/read.js';
import { sayRefusal, useCommand } from '../../data/cache/use-command.js';
import { tableOf } from './import-table.js';

export interface ImportResult {
  readonly rows: readonly ImportRow[];
  readonly answer: ImportAnswer;
}

/** From pasted text to invitations: first checked, then sent. A press repeated after a lost answer is idempotent and gets the same links. */
export function useImport() {
  const client = useQueryClient();
  const create = useCommand('CreateTeam', 'create the teams');
  const [checked, setChecked] = useState<ImportResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(v7());

  async function ask(rows: readonly ImportRow[], what: 'check' | 'good' | 'all'): Promise<void> {
    setBusy(true);
    try {
      const headers = { 'idempotency-key': key.current };
      const answer = await withProof(() => api<ImportAnswer>('POST', '/people/import', { body: { rows, what }, headers }));
      setChecked({ rows, answer });
      if (answer.token)
        await Promise.all([readAgain(client, 'people', answer.token), readAgain(client, 'teams', answer.token)]).catch(() => undefined);
    } catch (error) {
      sayRefusal(what === 'check' ? 'read the table' : 'invite them', error);
    } finally {
      setBusy(false);
    }
  }

  /** Creates the teams, then checks the same rows again. */
  async function createTeams(names: readonly string[], rows: readonly ImportRow[]): Promise<void> {
    setBusy(true);
    try {
      for (const name of names) await create.mutateAsync({ teamId: v7(), name });
    } catch {
      // said by the command; those that were created are there
    }
    key.current = v7();
    await ask(rows, 'check');
  }

  return {
    checked,
    isBusy,
    createTeams: (names: readonly string[]) => checked && void createTeams(names, checked.rows),
    check: (text: string) => {
      key.current = v7();
      return ask(tableOf(text), 'check');
    },
    invite: (what: 'good' | 'all') => checked && void ask(checked.rows, what),
    again: () => setChecked(null),
  };
}
