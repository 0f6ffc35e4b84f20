import type { Actor } from '@tocsin/contracts/envelope.js';
import { byBo, byOwner, idOf, readsAfter } from '@tocsin/domain/configuration.fixture.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import { HttpProblem } from '../problems/problem.js';
import type { Computations } from '../query/computations/computations.js';
import { ConfigPlanner } from './config-planner.js';
import type { FilesBody } from './files-body.js';

/** A planner whose callers have used up their budget, and the bodies that were read. */
const spentPlanner = () => {
  const read: string[] = [];
  const checkBudget = (): never => {
    throw new HttpProblem('limit.work', { seconds: 3 }, undefined, 3);
  };
  const parts = { ...partOf<ServerParts>({}), reads: readsAfter() } as unknown as ServerParts;
  const planner = new ConfigPlanner(parts, partOf<Computations>({ checkBudget }));
  const ask = (purpose: 'plan' | 'apply') => {
    const files = partOf<FilesBody>({ use: () => Promise.resolve(read.push(purpose)) });
    return planner.plan(files, { purpose, planId: idOf('f1'), actor: byOwner, caller: callerOf(byOwner) });
  };
  return { planner, ask, read };
};
const callerOf = (actor: Actor): Caller => ({ ...partOf<Caller>({}), actor, person: null, token: null });

describe('plans and exports', () => {
  it('count as computations of their person, and are refused before anything is read; an apply never', async () => {
    const { planner, ask, read } = spentPlanner();
    await expect(ask('plan')).rejects.toMatchObject({ code: 'limit.work' });
    await expect(planner.export(null, callerOf(byOwner))).rejects.toMatchObject({ code: 'limit.work' });
    await ask('apply');
    expect(read).toEqual(['apply']);
  });

  it('an export is for those who read addresses or apply files', async () => {
    const { planner } = spentPlanner();
    await expect(planner.export(null, callerOf(byBo))).rejects.toMatchObject({ code: 'permission.denied' });
    const byAuditor: Actor = { ...byBo, roles: ['member', 'auditor'] };
    await expect(planner.export(null, callerOf(byAuditor))).rejects.toMatchObject({ code: 'limit.work' });
  });
});
