import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Panel } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { LastGroups } from '../alerts/shared/last-groups.js';

/** What was open, and who had it. */
export const OpenThen = ({ rows, isMore }: { rows: readonly AlertGroupRow[]; isMore: boolean }) => (
  <Panel title="Open alert groups" count={isMore ? `the newest ${rows.length}` : rows.length}>
    {rows.length === 0 ? <Nothing>Nothing was open.</Nothing> : <LastGroups rows={rows} />}
  </Panel>
);
