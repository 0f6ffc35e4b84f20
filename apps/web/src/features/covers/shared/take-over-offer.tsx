import { limits } from '@tocsin/contracts/limits.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendBulk } from '../../../data/cache/bulk.js';
import { useAsOf } from '../../../data/time/as-of.js';
import { say } from '../../../data/toasts.js';
import { sayRefusal } from '../../../data/cache/use-command.js';
import { useAll, useView } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { unacknowledgedBy } from '../unacknowledged-groups.js';

const firingQuery = { where: { status: ['firing'] }, limit: limits.pageSizeMax };

/** Offers unacknowledged alert groups to the person who just went on call. */
export function TakeOverOffer({ scheduleId }: { scheduleId: string }) {
  const client = useQueryClient();
  const asOf = useAsOf();
  const [isBusy, setBusy] = useState(false);
  const firingNow = useView('alertGroups', firingQuery).data?.rows ?? [];
  const groups = unacknowledgedBy(scheduleId, firingNow, useAll('services'), useAll('policies'));
  if (groups.length === 0) return null;
  const what = groups.length === 1 ? '1 alert group' : `${groups.length} alert groups`;
  const acknowledge = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendBulk(
        client,
        'AcknowledgeAlertGroup',
        groups.map(({ id }) => id),
        false,
        asOf,
      );
      say({ kind: 'done', title: `Acknowledged ${what}` });
    } catch (error) {
      sayRefusal(`acknowledge ${what}`, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="Unacknowledged here" aria-live="polite" className="flex basis-full flex-wrap items-center gap-3 pt-2">
      <span className="text-muted">{what} firing here, unacknowledged.</span>
      <Button busy={isBusy} onClick={() => void acknowledge()}>
        Acknowledge {groups.length}
      </Button>
    </section>
  );
}
