import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Failures } from '@tocsin/kernel/react/failure.js';
import type { InternalCommand } from '../alert-groups/commands.js';
import { retries } from './failures.view.js';

type OpenCommand = Extract<InternalCommand, { type: 'OpenAlertGroup' }>;
const shortTitle = 200;

/** The same group without its alerts: it pages all the same. */
const openWithoutAlerts = (data: OpenCommand['data']): OpenCommand | undefined =>
  data.alerts.length === 0
    ? undefined
    : { type: 'OpenAlertGroup', data: { ...data, alerts: [], title: textOrErased(data.title).slice(0, shortTitle) } };

const fallbacks: Readonly<Record<string, (data: never) => Message | undefined>> = {
  OpenAlertGroup: openWithoutAlerts,
};

/** Commands that can’t be decided are recorded; where someone must be paged, a simpler command is decided instead. */
export const failures: Failures = {
  type: 'ReactionFailed',
  record: (failure) => ({ type: 'RecordReactionFailure', data: failure }),
  retries,
  fallbackCommand: ({ type, data }) => fallbacks[type]?.(data as never),
};
