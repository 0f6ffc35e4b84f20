import { pageActOf, type Inbound, type InboundResult } from '../channels/inbound.js';
import { HttpProblem } from '../problems/problem.js';
import type { PagesController } from './page-link/pages.controller.js';

export type PageActs = Pick<PagesController, 'actOnce' | 'resolve' | 'fail' | 'stop'>;

const perform = async (inbound: Exclude<Inbound, { readonly kind: 'says' }>, pages: PageActs): Promise<InboundResult> => {
  if (inbound.kind === 'failure') {
    const { secret, attemptId, reason, detail } = inbound;
    await pages.fail(secret, { attemptId, reason, detail });
  } else if (inbound.kind === 'stop') {
    await pages.stop(inbound);
  } else if (inbound.kind === 'resolve') {
    await pages.resolve(inbound.secret, 'linkActs', inbound.key);
  } else {
    const act = pageActOf(inbound);
    if (act === null) return 'not_understood';
    await pages.actOnce(inbound.secret, act, 'linkActs', inbound.kind === 'act' ? inbound.key : undefined);
  }
  return 'done';
};

/** Does what came back about a message. One that is refused does not keep others from being done. */
export const performInbound = async (inbound: Inbound, pages: PageActs): Promise<InboundResult> => {
  if (inbound.kind === 'says') return 'not_understood';
  try {
    return await perform(inbound, pages);
  } catch (error) {
    if (error instanceof HttpProblem) return error.code;
    throw error;
  }
};
