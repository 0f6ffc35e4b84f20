import { millisBetween } from '@tocsin/kernel/time.js';
import type { AlertGroupCore } from '../../state.js';
import type { InterruptedStep } from './part.js';

/** The planned step, with what is left of its delay. */
export const interruptedStepOf = ({ climb: { next } }: Pick<AlertGroupCore, 'climb'>, at: string): InterruptedStep | null =>
  next && { round: next.round, step: next.step, left: Math.max(0, millisBetween(at, next.dueAt)) };
