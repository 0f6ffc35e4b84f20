import type { BacktestAct } from '@tocsin/contracts/backtests/backtests.js';
import type { WhatIfRun } from '@tocsin/kernel/replay/what-if.js';
import { groupIn } from '../../operation/alert-groups/shared/what-if.js';
import type { ReplayComparison } from './differences.js';

/** The listed acts that could not be repeated, with ids only: no parameters of a refusal and no text of a command. */
export const listImpossibleActs = ({ imagined, was }: Pick<ReplayComparison, 'imagined' | 'was'>): BacktestAct[] =>
  imagined.refused.map(({ at, actor, command, refused }) => {
    const { groupId } = command.data as { readonly groupId?: string };
    return {
      at,
      by: { kind: actor.kind, id: actor.id },
      command: command.type,
      groupId: groupId ?? null,
      number: groupId === undefined ? null : (was.numberOf(groupId) ?? findNumber(imagined, groupId)),
      refused: refused?.code ?? null,
    };
  });

/** A group from before the range, or a test, is not counted: it has the same number in the imagined history. */
const findNumber = ({ world }: WhatIfRun, groupId: string): number | null => groupIn(world, groupId)?.number ?? null;
