import type { TimedRows } from '@tocsin/kernel/registry.js';
import { mutesProcess } from './aspects/mutes/mutes.process.js';
import { bundlesProcess } from './bundles/bundles.process.js';
import { bundleDecider } from './bundles/decider.js';
import { bundleTimers } from './bundles/timers.js';
import { alertGroupDecider } from './decider.js';
import { fanOutDecider } from './fan-outs/decider.js';
import { processOf } from './fan-outs/fan-out.js';
import { fanOuts } from './fan-outs/fan-outs.js';
import { clockPagesProcess } from './processes/clock-pages.process.js';
import { signalsProcess } from './processes/signals.process.js';
import { stormAlignmentProcess } from './linked/storm-alignment.process.js';
import { timersOfGroup } from './timers.js';
import { alertGroupsView } from './views/alert-groups.view.js';
import { alertTextsView } from './views/alert-texts.view.js';
import { groupNumbersView } from './views/group-numbers.view.js';
import { alertsView } from './views/alerts.view.js';
import type { OpenGroup } from './shared/reads.js';
import { rehearsalsView } from './views/rehearsals.view.js';
import { laddersView } from './views/ladders.view.js';
import { webhookCallsView } from './views/webhook-calls.view.js';
import { messagesView } from './views/messages.view.js';

export * as memory from './memory.js';
export { causes } from './causes.js';
export { inputs } from './inputs.js';
export const deciders = [alertGroupDecider, bundleDecider, fanOutDecider];
const fanOutProcesses = Object.entries(fanOuts).map(([name, fanOut]) => processOf(name, fanOut));
export const processes = [signalsProcess, stormAlignmentProcess, bundlesProcess, clockPagesProcess, mutesProcess, ...fanOutProcesses];
export const timers: readonly TimedRows[] = [
  { view: 'groups', category: 'alertGroup', due: (row: OpenGroup, epoch: number) => timersOfGroup(row, epoch) },
  bundleTimers,
];
export const views = [
  alertGroupsView,
  alertsView,
  alertTextsView,
  groupNumbersView,
  laddersView,
  messagesView,
  rehearsalsView,
  webhookCallsView,
];
