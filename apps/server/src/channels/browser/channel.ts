import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { createChannel, failedOutcome, type Channel } from '../channel.js';
import type { OpenTabs } from './open-tabs.js';
import { renderTab, type TabBody } from './render.js';

/** Notifies open tabs. Quiet pages are shown without sound. */
export const browserChannel = ({ tabs }: { readonly tabs: OpenTabs }): Channel =>
  createChannel<TabBody>({
    kind: 'browser',
    render: renderTab,
    preview: ({ preview }) => preview,
    send: async ({ personId, page }, _to, { deadlineMs }) => {
      const timeoutMs = Math.min(deadlineMs, alertGroupLimits.tabAnswers);
      const hasPlayed = await tabs.notifyTabs(personId, page, timeoutMs);
      if (hasPlayed) return { ok: true, state: 'delivered', providerId: null };
      return failedOutcome('delivery.no_open_tab', `No open tab answered within ${timeoutMs / 1_000} s.`, true);
    },
  });
