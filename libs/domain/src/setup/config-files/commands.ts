import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { commands as configCommands, ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';

/** Commands of a plan, in parts that fit into an event each. Recorded before the plan is applied. */
export interface PrepareConfigSteps {
  readonly type: 'PrepareConfigSteps';
  readonly data: { readonly planId: string; readonly part: number; readonly steps: readonly ConfigStep[] };
}
export interface StartConfigApply {
  readonly type: 'StartConfigApply';
  readonly data: FactOf<'ConfigApplyStarted'>;
}
/** Follows from the start, and from each step. */
export interface TakeConfigStep {
  readonly type: 'TakeConfigStep';
  readonly data: { readonly planId: string; readonly step: number };
}
/** The command of a step was refused. */
export interface StopConfigApply {
  readonly type: 'StopConfigApply';
  readonly data: { readonly planId: string; readonly step: number };
}
export type ConfigFilesCommand = Messages<typeof configCommands> | PrepareConfigSteps | StartConfigApply | TakeConfigStep | StopConfigApply;
