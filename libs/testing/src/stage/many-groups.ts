import type { Stage } from './stage.js';

/** At most so many alerts stand in one message of Alertmanager’s. */
const perMessage = 500;

/**
 * Opens so many alert groups, numbered from `from`, by as few messages as can be: a message without group labels is a group for each
 * alert name. Of low urgency unless told otherwise.
 */
export async function openMany(stage: Stage, count: number, { from = 1, severity = 'info' } = {}): Promise<void> {
  for (let done = 0; done < count; done += perMessage) {
    const conditions = Array.from({ length: Math.min(perMessage, count - done) }, (_, n) => {
      const number = from + done + n;
      return { name: `Alert${number}`, instance: `db-${number % 300}`, severity };
    });
    await stage.alertmanager('firing', conditions, { groupKey: `{}:many-${from + done}`, groupLabels: {} });
  }
}
